import type { UnreadCounts } from '@lapau/contract/chat';
import type { Signal } from '@lapau/contract/signals';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refresh } from '../../lib/query/refresh.ts';
import { isNewest } from '../../lib/query/unread-versions.ts';
import { concernsManyPosts, useSignal } from '../../lib/realtime/realtime-provider.tsx';
import { sessionQuery } from '../../lib/session/session-query.ts';
import { notificationChanges, notificationsQuery, setUnread } from './api.ts';

/**
 * Keeps badges and list as they are on the server. The signal carries the badge's number, which shows at once. The session is fetched
 * as well, since the number can be too low: concurrent transactions do not see each other's rows. Transactions of messages wait for
 * each other; their number can be too low only if something else has happened just before.
 */
export function useNotificationsRealtime(): void {
  const client = useQueryClient();
  const changedAt = useRef(-concurrentMs);
  useSignal((signal) => {
    const unread = unreadIn(signal);
    // The name or photo of a stall may be that of a notification's sender.
    if (unread === undefined && !concernsManyPosts(signal)) return;
    // The number may or may not include a change that is being sent; the answer to that change refreshes badge and list.
    if (notificationChanges.pending().size > 0) return;
    refresh(client, notificationsQuery.queryKey);
    if (unread === undefined) return;
    setUnread(client, unread);
    if (signal.type === 'notifications_changed') changedAt.current = performance.now();
    if (performance.now() - changedAt.current < concurrentMs) refresh(client, sessionQuery.queryKey);
  });
}

/** Signals within this time of each other may come from concurrent transactions. */
const concurrentMs = 5_000;

/** Signals of messages carry the number too, as a message may notify. */
const unreadIn = (signal: Signal): number | undefined =>
  signal.type === 'notifications_changed' ? signal.unread : 'counts' in signal ? newestOf(signal.counts) : undefined;

const newestOf = (counts: UnreadCounts | undefined): number | undefined =>
  counts && isNewest(counts) ? counts.notifications : undefined;
