import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { deleteAll, markAllRead } from './marks.ts';

const tellMarked = () => toast.success('Semua notifikasi telah ditandai sebagai sudah dibaca.');
const tellDeleted = () => toast.success('Semua notifikasi telah dihapus.');

/** What can be done with all notifications at once. */
export function ListActions({ hasRows }: { hasRows: boolean }) {
  const { unread } = useMember();
  const [asksDelete, setAsksDelete] = useState(false);
  const { mutate: markAll, isPending: isMarking } = useMutation(markAllRead);
  const { mutate: remove } = useMutation(deleteAll);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 px-3 pb-3 *:px-2 *:text-small/tight">
      <Button
        variant="quiet"
        busy={isMarking}
        disabled={unread.notifications === 0 && !isMarking}
        onClick={() => markAll(undefined, { onSuccess: tellMarked })}
      >
        Tandai Semua Sudah Dibaca
      </Button>
      <Button variant="quiet" disabled={!hasRows} onClick={() => setAsksDelete(true)}>
        Hapus Semua Notifikasi
      </Button>
      <Confirm
        open={asksDelete}
        onClose={() => setAsksDelete(false)}
        title="Hapus Semua Notifikasi?"
        text="Tindakan ini tidak dapat dibatalkan. Semua notifikasi Anda akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => remove(undefined, { onSuccess: tellDeleted })}
      />
    </div>
  );
}
