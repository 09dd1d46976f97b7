import type { Notification } from '@lapau/contract/notifications';
import { mutationOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { KeysetList } from '../../../lib/keyset.ts';
import { refresh } from '../../../lib/refresh.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { notificationsQuery, setUnread } from '../api.ts';

// Apart from api.ts, which every page loads for its badge.

type List = KeysetList<Notification>;

const { queryKey } = notificationsQuery;

/** The list with one of them, or all without an id, read or not. */
const withRead = (list: List, isRead: boolean, id?: string): List => ({
  ...list,
  pages: list.pages.map((page) =>
    page.map((row) => (id === undefined || row.id === id ? { ...row, is_read: isRead } : row)),
  ),
});

/** Marks one as read, at once. Its undoing leaves alone what else has changed since. */
export const markRead = mutationOptions({
  mutationFn: (id: string) => api.mark_notifications_read({ notification_id: id }),
  onMutate: async (id, { client }) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && withRead(list, true, id));
    setUnread(client, (unread) => unread - 1);
  },
  onSuccess: ({ unread }, _id, _before, { client }) => setUnread(client, () => unread),
  onError: (_error, id, _before, { client }) => {
    client.setQueryData(queryKey, (list) => list && withRead(list, false, id));
    setUnread(client, (unread) => unread + 1);
  },
  onSettled: (_answer, _error, _id, _before, { client }) => refresh(client, queryKey),
});

/** What the screen shows, for an undoing. */
async function keep(client: QueryClient): Promise<{ list: List | undefined; unread: number }> {
  await client.cancelQueries({ queryKey });
  const { session } = client.getQueryData(sessionQuery.queryKey) ?? {};
  return { list: client.getQueryData(queryKey), unread: session?.unread.notifications ?? 0 };
}

type Kept = Awaited<ReturnType<typeof keep>>;

function restore(client: QueryClient, kept: Kept | undefined): void {
  if (!kept) return;
  client.setQueryData(queryKey, kept.list);
  setUnread(client, () => kept.unread);
}

export const markAllRead = mutationOptions({
  mutationFn: () => api.mark_notifications_read({}),
  onMutate: async (_nothing, { client }) => {
    const kept = await keep(client);
    client.setQueryData(queryKey, (list) => list && withRead(list, true));
    setUnread(client, () => 0);
    return kept;
  },
  onSuccess: ({ unread }, _nothing, _kept, { client }) => setUnread(client, () => unread),
  onError: (_error, _nothing, kept, { client }) => restore(client, kept),
  onSettled: (_answer, _error, _nothing, _kept, { client }) => refresh(client, queryKey),
  meta: { failed: 'Gagal menandai semua notifikasi sebagai sudah dibaca.' },
});

export const deleteAll = mutationOptions({
  mutationFn: () => api.delete_my_notifications({}),
  onMutate: async (_nothing, { client }) => {
    const kept = await keep(client);
    client.setQueryData(queryKey, { pages: [[]], pageParams: [null] });
    setUnread(client, () => 0);
    return kept;
  },
  onError: (_error, _nothing, kept, { client }) => restore(client, kept),
  onSettled: (_answer, _error, _nothing, _kept, { client }) => refresh(client, queryKey),
  meta: { failed: 'Gagal membersihkan notifikasi.' },
});
