import { useQueryClient } from '@tanstack/react-query';
import { useSignal } from '../../lib/live.tsx';
import { refresh } from '../../lib/refresh.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { notificationsQuery, setUnread } from './api.ts';

/** Keeps badges and list as they are on the server; the badge's number comes with the signal (D36). */
export function useNotificationsLive(): void {
  const client = useQueryClient();
  useSignal((signal) => {
    if (signal.type !== 'notifications_changed') return;
    setUnread(client, () => signal.unread);
    refresh(client, notificationsQuery.queryKey);
    // A session that is just being asked for may still bring the old number.
    if (client.isFetching({ queryKey: sessionQuery.queryKey }) > 0) refresh(client, sessionQuery.queryKey);
  });
}
