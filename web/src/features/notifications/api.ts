import type { CallOutput } from '@lapau/contract/calls';
import type { Notification } from '@lapau/contract/notifications';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { createLatestChanges, usePendingChanges } from '../../lib/outbox/latest-changes.ts';
import type { CallRequest } from '../../lib/outbox/request.ts';
import { firstPageOf, keysetPages } from '../../lib/query/keyset.ts';
import type { KeysetList } from '../../lib/query/keyset.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { toast } from '../../lib/screen/toast.ts';
import { sessionQuery } from '../../lib/session/session-query.ts';
import { useMember } from '../../lib/session/session.tsx';

/** One's own notifications, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  ...keysetPages((page, request) => api.get_notifications(page, request)),
  meta: { failed: 'Gagal memuat notifikasi.', stored: firstPageOf },
});

/** Sets how many are unread, as the server has counted them. */
export function setUnread(client: QueryClient, notifications: number): void {
  client.setQueryData(sessionQuery.queryKey, (state) => {
    if (!state?.session) return state;
    const { session } = state;
    return { ...state, session: { ...session, unread: { ...session.unread, notifications } } };
  });
}

/** One notification is read (`id` is its id), or all are read or deleted (`id` is the type again). */
export type NotificationChange = { id: string; type: 'read' | 'read_all' | 'delete_all' };

type List = KeysetList<Notification>;

/** A list with a change applied. */
export function withChange(list: List, { id, type }: NotificationChange): List {
  if (type === 'delete_all') return { pages: [[]], pageParams: [null] };
  const isToBeRead = (row: Notification) => !row.is_read && (type === 'read_all' || row.id === id);
  return {
    ...list,
    pages: list.pages.map((page) => page.map((row) => (isToBeRead(row) ? { ...row, is_read: true } : row))),
  };
}

/**
 * The unread count with pending changes applied; `unread` and `list` are as the server has given them.
 * @param isCounted which notifications `unread` counts
 */
export function unreadAfter(
  unread: number,
  list: List | undefined,
  pending: ReadonlyMap<string, NotificationChange>,
  isCounted: (row: Notification) => boolean = () => true,
): number {
  if ([...pending.values()].some(({ type }) => type !== 'read')) return 0;
  const read = list?.pages.flat().filter((row) => !row.is_read && isCounted(row) && pending.has(row.id)) ?? [];
  return Math.max(0, unread - read.length);
}

const successTexts = {
  read: null,
  read_all: 'Semua notifikasi telah ditandai sebagai sudah dibaca.',
  delete_all: 'Semua notifikasi telah dihapus.',
} as const;

const failedTexts = {
  read: undefined,
  read_all: 'Gagal menandai semua notifikasi sebagai sudah dibaca.',
  delete_all: 'Gagal membersihkan notifikasi.',
} as const;

type Marking = 'mark_notifications_read' | 'delete_my_notifications';

/** Changes to one's notifications that the server has not confirmed yet. */
export const notificationChanges = createLatestChanges<NotificationChange, CallOutput<Marking>>({
  name: 'notifications',
  isQuiet: true,
  request: ({ id, type }): CallRequest<'mark_notifications_read'> | CallRequest<'delete_my_notifications'> => {
    if (type === 'read') return { call: 'mark_notifications_read', input: { notification_id: id } };
    if (type === 'read_all') return { call: 'mark_notifications_read', input: {}, isDated: true };
    return { call: 'delete_my_notifications', input: {}, isDated: true };
  },
  applyAnswer: (client, change, answer) => {
    client.setQueryData(notificationsQuery.queryKey, (list) => list && withChange(list, change));
    setUnread(client, 'unread' in answer ? answer.unread : 0);
    const text = successTexts[change.type];
    if (text) toast.success(text);
  },
  onSettled: (client) => {
    refresh(client, notificationsQuery.queryKey);
    refresh(client, sessionQuery.queryKey);
  },
  meta: ({ type }) => ({ failed: failedTexts[type] }),
});

/** How many notifications are unread, on every badge. */
export function useUnreadNotifications(): number {
  const client = useQueryClient();
  const { unread } = useMember();
  const pending = usePendingChanges(notificationChanges);
  // The list is read without a subscription: whenever its read marks change, so does one of the other two.
  return unreadAfter(unread.notifications, client.getQueryData(notificationsQuery.queryKey), pending);
}

/** Counts unread notifications without those of messages, which would count twice where messages are counted too. */
export function useUnreadOthers(): number {
  const client = useQueryClient();
  const { notifications, other_notifications: others = notifications } = useMember().unread;
  const pending = usePendingChanges(notificationChanges);
  const list = client.getQueryData(notificationsQuery.queryKey);
  return Math.min(
    notifications,
    unreadAfter(others, list, pending, ({ type }) => type !== 'new_message'),
  );
}
