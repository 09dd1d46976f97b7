import type { CallOutput } from '@lapau/contract/calls';
import type { QueryClient } from '@tanstack/react-query';
import { readingKind } from '../../lib/outbox/chat-changes.ts';
import type { Reading } from '../../lib/outbox/chat-changes.ts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { isNewest } from '../../lib/query/unread-versions.ts';
import { toast } from '../../lib/screen/toast.ts';
import { updateThread, withoutMessages } from './api-thread.ts';
import { setUnreadMessages } from './api-unread.ts';
import { conversationsQuery, detailsQuery, updateDetails, updateRow } from './api.ts';

/** Messages of one's own that are being deleted for both: they disappear at once, and come back when that fails. */
export const messageDeletions = createLatestChanges<{ id: string; conversationId: string }, unknown>({
  name: 'message-deletion',
  request: ({ id }) => ({ call: 'delete_message', input: { message_id: id } }),
  applyAnswer: (client, { id, conversationId }) => {
    updateThread(client, conversationId, (thread) => withoutMessages(thread, new Set([id])));
    refresh(client, conversationsQuery.queryKey);
    toast.success('Pesan dihapus.');
  },
  meta: { failed: 'Gagal menghapus pesan.' },
});

/** Read marks that are not confirmed yet. The pointer only moves forward. */
export const readings = createLatestChanges<Reading, CallOutput<'mark_conversation_read'>>({
  ...readingKind,
  isQuiet: true,
  applyAnswer: (client, { id }, { read_sequence, counts }) => {
    updateDetails(client, id, () => ({ read_sequence, first_unread_sequence: null }));
    if (isNewest(counts, id)) {
      updateDetails(client, id, () => ({ unread_count: counts.unread }));
      updateRow(client, id, () => ({ unread_count: counts.unread }));
    }
    if (isNewest(counts)) setUnreadMessages(client, () => counts.total);
  },
  meta: { failed: null },
});

/** Moves the read pointer; the badge of all conversations is lower at once. */
export function markRead(client: QueryClient, id: string, sequence: number, left: number): void {
  const unread = readings.pending().get(id)?.left ?? client.getQueryData(detailsQuery(id).queryKey)?.unread_count ?? 0;
  setUnreadMessages(client, (total) => total - Math.max(0, unread - left));
  readings.submit({ id, on: sequence, left });
}
