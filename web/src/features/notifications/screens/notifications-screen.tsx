import type { Notification } from '@lapau/contract/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { notificationChanges, notificationsQuery, withChange } from '../api.ts';
import { NotificationActions, NotificationActionsSkeleton } from '../components/notification-actions.tsx';
import type { NotificationDetailProps } from '../components/notification-detail-panel.tsx';
import { NotificationRow, NotificationSkeletons } from '../components/notification-row.tsx';

/** A notification that is read in place. */
const NotificationDetail = lazyOverlay<NotificationDetailProps>(
  async () => (await import('../components/notification-detail-panel.tsx')).NotificationDetailPanel,
);

/** One's own notifications, newest first. */
export function NotificationsScreen() {
  const query = useInfiniteQuery(notificationsQuery);
  const { data } = query;
  const pending = usePendingChanges(notificationChanges);
  const rows = useMemo(() => data && [...pending.values()].reduce(withChange, data).pages.flat(), [data, pending]);
  const [opened, setOpened] = useState<Notification>();
  const [isOpen, setIsOpen] = useState(false);
  const onOpen = useCallback((notification: Notification) => {
    setOpened(notification);
    setIsOpen(true);
  }, []);
  const onRead = useCallback((id: string) => notificationChanges.submit({ id, type: 'read' }), []);
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Notifikasi" backTo="/" />
      </div>
      <NotificationActions hasRows={Boolean(rows?.length)} />
      <LongList
        query={query}
        rows={rows}
        failed="Gagal memuat notifikasi."
        drawing="bell"
        skeletons={
          <>
            <NotificationActionsSkeleton />
            <NotificationSkeletons count={5} />
          </>
        }
        nextSkeletons={<NotificationSkeletons count={2} />}
        empty={<EmptyState drawing="bell" title="Tidak ada notifikasi baru." />}
      >
        {(shown) => (
          <ul aria-label="Notifikasi">
            {shown.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onRead={onRead} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </LongList>
      {opened && <NotificationDetail open={isOpen} onClose={() => setIsOpen(false)} notification={opened} />}
    </>
  );
}
