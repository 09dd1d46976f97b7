import type { UnreadCounts } from '@lapau/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { atMostEverySecond, refresh } from '../../lib/query/refresh.ts';
import { isNewest } from '../../lib/query/unread-versions.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { useMember } from '../../lib/session/session.tsx';
import { refreshAskedPost } from './api-asked.ts';
import { followThread, receiveDeletion, receiveMessage, threadQuery } from './api-thread.ts';
import { afterMessage, askedPostQuery, conversationsQuery, detailsQuery, updateDetails, updateRow } from './api.ts';

/** Keeps the list of conversations in its order, with the last messages and what is unread, and the messages on the device. */
export function useConversationsRealtime(): void {
  const client = useQueryClient();
  const { user } = useMember();
  useSignal((signal) => {
    const refreshList = () => refresh(client, conversationsQuery.queryKey);
    if (signal.type === 'message_added') {
      const { message, counts } = signal;
      followThread(client, message.conversation_id, () => receiveMessage(client, message));
      const isListed = updateRow(client, message.conversation_id, (row) => ({
        ...afterMessage(row, message),
        ...unreadIn(counts, message.conversation_id),
      }));
      if (!isListed) refreshList();
    } else if (signal.type === 'conversation_read') {
      const { conversation_id: id, reader_id: reader, counts } = signal;
      updateRow(client, id, (row) => ({
        ...unreadIn(counts, id),
        last_message_is_read: row.last_message_sender_id === reader ? row.last_message_is_read : true,
      }));
      if (reader !== user.id) refreshList();
    } else if (signal.type === 'message_deleted') {
      const { conversation_id: id, message_id: messageId, sequence } = signal;
      followThread(client, id, () => receiveDeletion(client, id, messageId, sequence));
      refreshList();
    } else if (signal.type === 'conversations_changed') refreshList();
  });
}

/** Keeps a conversation as it is on the server while it is shown. */
export function useThreadRealtime(id: string): void {
  const client = useQueryClient();
  const { user } = useMember();
  useSignal((signal) => {
    if (signal.type === 'message_added' && signal.message.conversation_id === id) {
      receiveMessage(client, signal.message);
    } else if (signal.type === 'message_deleted' && signal.conversation_id === id) {
      receiveDeletion(client, id, signal.message_id, signal.sequence);
    } else if (signal.type === 'conversation_read' && signal.conversation_id === id) {
      const { reader_id: reader, read_sequence: sequence } = signal;
      updateDetails(client, id, (details) =>
        reader === user.id
          ? { read_sequence: Math.max(details.read_sequence, sequence) }
          : { other_read_sequence: Math.max(details.other_read_sequence, sequence) },
      );
    } else if (signal.type === 'conversations_changed') {
      refresh(client, detailsQuery(id).queryKey);
      // The server tells nobody what is deleted during a block, which may have ended.
      refresh(client, threadQuery(id).queryKey);
    }
    if ('counts' in signal && isAbout(signal, id)) {
      const { counts } = signal;
      updateDetails(client, id, () => unreadIn(counts, id));
    }
  });
}

/** How many messages are unread in a conversation, unless newer counts of it are known. */
const unreadIn = (counts: UnreadCounts | undefined, id: string): { unread_count?: number } =>
  counts && isNewest(counts, id) ? { unread_count: counts.unread } : {};

type ChatSignal = { type: string; conversation_id?: string; message?: { conversation_id: string } };

const isAbout = (signal: ChatSignal, id: string): boolean =>
  (signal.conversation_id ?? signal.message?.conversation_id) === id;

/** Keeps the cards of dishes in a conversation up to date: a dish may be sold out by now. */
export function useAskedPostsRealtime(id: string): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal((signal) => {
    if (signal.type !== 'feed_changed') return;
    const drafted = signal.post_id && askedPostQuery(signal.post_id).queryKey;
    if (drafted && client.getQueryState(drafted)) refresh(client, drafted);
    const shown = client.getQueryData(threadQuery(id).queryKey)?.messages.map(({ post }) => post?.id) ?? [];
    const changed = shown.filter((postId) => postId && (!signal.post_id || postId === signal.post_id));
    for (const postId of new Set(changed)) {
      if (postId) atMostEverySecond(`asked ${postId}`, () => void refreshAskedPost(client, id, postId));
    }
  });
}
