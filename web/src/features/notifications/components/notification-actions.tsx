import { useState } from 'react';
import { usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { notificationChanges, useUnreadNotifications } from '../api.ts';

/** Buttons that mark all notifications as read and delete them; they show while there is a notification. */
export function NotificationActions({ hasRows }: { hasRows: boolean }) {
  const unread = useUnreadNotifications();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const isMarking = usePendingChange(notificationChanges, 'read_all') !== undefined;
  const change = (type: 'read_all' | 'delete_all') => notificationChanges.submit({ id: type, type });
  return (
    <>
      {hasRows && (
        <div className={actionsStyles}>
          <Button
            variant="quiet"
            busy={isMarking}
            disabled={unread === 0 && !isMarking}
            onClick={() => change('read_all')}
          >
            Tandai Semua Sudah Dibaca
          </Button>
          <Button variant="quiet" onClick={() => setIsConfirmOpen(true)}>
            Hapus Semua Notifikasi
          </Button>
        </div>
      )}
      <Confirm
        open={isConfirmOpen}
        onClose={() => setIsConfirmOpen(false)}
        title="Hapus Semua Notifikasi?"
        text="Tindakan ini tidak dapat dibatalkan. Semua notifikasi Anda akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => change('delete_all')}
      />
    </>
  );
}

const actionsStyles =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 px-3 pb-3 *:px-2 *:text-small/tight';

/** The skeleton of the buttons while the notifications are loading. */
export const NotificationActionsSkeleton = () => (
  <div className={actionsStyles}>
    <Skeleton className="h-13.5 rounded-control" />
    <Skeleton className="h-13.5 rounded-control" />
  </div>
);
