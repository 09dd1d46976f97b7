import { useQueryClient } from '@tanstack/react-query';
import { useSignal } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { notificationChanges, notificationsQuery, setUnread } from './api.ts';

/**
 * Keeps badges and list as they are on the server. The badge's number comes with the signal (D36) and is asked for as
 * well: of two that were counted in the same moment, neither has seen the other.
 */
export function useNotificationsRealtime(): void {
  const client = useQueryClient();
  useSignal((signal) => {
    if (signal.type !== 'notifications_changed') return;
    // The number may count a pending change already, which the list does not have yet; its answer brings both.
    if (notificationChanges.pending().size > 0) return;
    setUnread(client, signal.unread);
    refresh(client, notificationsQuery.queryKey);
    refresh(client, sessionQuery.queryKey);
  });
}
