import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';
import { sessionQuery } from '../../lib/session-query.ts';

/** One's own notifications, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }) =>
    api.get_notifications({ before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  meta: { failed: 'Gagal memuat notifikasi.' },
});

/** Sets how many are unread on every badge. */
export function setUnread(client: QueryClient, change: (unread: number) => number): void {
  client.setQueryData(sessionQuery.queryKey, (state) => {
    if (!state?.session) return state;
    const { session } = state;
    const notifications = Math.max(0, change(session.unread.notifications));
    return { ...state, session: { ...session, unread: { ...session.unread, notifications } } };
  });
}
