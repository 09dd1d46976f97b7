import type { Notification } from '@lapau/contract/notifications';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { usePendingChanges } from '../../../lib/optimistic-changes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { notificationChanges, notificationsQuery, withChange } from '../api.ts';
import { NotificationActions } from '../components/notification-actions.tsx';
import { NotificationDetail } from '../components/notification-detail.tsx';
import { NotificationRow, NotificationSkeletons } from '../components/notification-row.tsx';

const failed = 'Gagal memuat notifikasi.';

/** One's own notifications, newest first. */
export function NotificationsScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery);
  const { data, isError } = query;
  const pending = usePendingChanges(notificationChanges);
  const rows = useMemo(() => data && [...pending.values()].reduce(withChange, data).pages.flat(), [data, pending]);
  const [opened, setOpened] = useState<Notification>();
  const [isOpen, setIsOpen] = useState(false);
  const onOpen = useCallback((notification: Notification) => {
    setOpened(notification);
    setIsOpen(true);
  }, []);
  const onRead = useCallback((id: string) => notificationChanges.submit(client, { id, type: 'read' }), [client]);
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Notifikasi" backTo="/" />
      </div>
      <NotificationActions hasRows={Boolean(rows?.length)} />
      {!rows && !isError && <NotificationSkeletons count={5} />}
      {!rows && isError && (
        <LoadFailure drawing="bell" title={failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && <EmptyState drawing="bell" title="Tidak ada notifikasi baru." />}
      {rows && rows.length > 0 && (
        <>
          <ul aria-label="Notifikasi">
            {rows.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onRead={onRead} onOpen={onOpen} />
            ))}
          </ul>
          <ListEnd key={rows.length} query={query} failed={failed}>
            <NotificationSkeletons count={2} />
          </ListEnd>
        </>
      )}
      {opened && <NotificationDetail open={isOpen} onClose={() => setIsOpen(false)} notification={opened} />}
    </>
  );
}
