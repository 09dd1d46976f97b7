import { useState } from 'react';
import { usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notificationChanges, useUnreadNotifications } from '../api.ts';

/** Buttons that mark all notifications as read and delete them. */
export function NotificationActions({ hasRows }: { hasRows: boolean }) {
  const unread = useUnreadNotifications();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const isMarking = usePendingChange(notificationChanges, 'read_all') !== undefined;
  const change = (type: 'read_all' | 'delete_all') => notificationChanges.submit({ id: type, type });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 px-3 pb-3 *:px-2 *:text-small/tight">
      <Button variant="quiet" busy={isMarking} disabled={unread === 0 && !isMarking} onClick={() => change('read_all')}>
        Tandai Semua Sudah Dibaca
      </Button>
      <Button variant="quiet" disabled={!hasRows} onClick={() => setIsConfirmOpen(true)}>
        Hapus Semua Notifikasi
      </Button>
      <Confirm
        open={isConfirmOpen}
        onClose={() => setIsConfirmOpen(false)}
        title="Hapus Semua Notifikasi?"
        text="Tindakan ini tidak dapat dibatalkan. Semua notifikasi Anda akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => change('delete_all')}
      />
    </div>
  );
}
