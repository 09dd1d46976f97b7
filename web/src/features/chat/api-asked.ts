import type { AskedPost, Message } from '@lapau/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { threadQuery, updateThread } from './api-thread.ts';

/** Updates the cards of a conversation: whether the dish can be ordered now, or is gone. A failed request changes nothing. */
export async function refreshAskedPost(client: QueryClient, conversationId: string, postId: string): Promise<void> {
  const messages = client.getQueryData(threadQuery(conversationId).queryKey)?.messages ?? [];
  const asking = messages.filter(({ post }) => post?.id === postId).at(-1);
  const state = await fetchState(postId, asking);
  if (!state) return;
  updateThread(client, conversationId, (thread) => ({
    ...thread,
    messages: thread.messages.map((message) =>
      message.post?.id === postId ? { ...message, post: { ...message.post, ...state } } : message,
    ),
  }));
}

/** @param asking a message about the dish, by which the server decides what it tells of a dish that is gone */
async function fetchState(postId: string, asking: Message | undefined): Promise<Partial<AskedPost> | undefined> {
  try {
    const { isOpen, warungIsOpen } = await api.get_post_details({ p_post_id: postId });
    return { isOpen, warungIsOpen };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'post_not_found' || !asking) return undefined;
    const { conversation_id, sequence: around } = asking;
    const { messages } = await api.get_messages({ conversation_id, around, limit: 1 });
    return messages.find(({ id }) => id === asking.id)?.post ?? undefined;
  }
}
