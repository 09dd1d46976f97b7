import type { AskedPost } from '@lapau/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { updateThread } from './api-thread.ts';

/** Shows on the cards of a conversation whether a dish can be ordered now, or that it is gone. A failed request changes nothing. */
export async function refreshAskedPost(client: QueryClient, conversationId: string, postId: string): Promise<void> {
  const state = await fetchState(postId);
  if (!state) return;
  updateThread(client, conversationId, (thread) => ({
    ...thread,
    messages: thread.messages.map((message) =>
      message.post?.id === postId ? { ...message, post: { ...message.post, ...state } } : message,
    ),
  }));
}

async function fetchState(postId: string): Promise<Partial<AskedPost> | undefined> {
  try {
    const { isOpen, warungIsOpen } = await api.get_post_details({ p_post_id: postId });
    return { isOpen, warungIsOpen };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'post_not_found' ? { id: null, image_url: null } : undefined;
  }
}
