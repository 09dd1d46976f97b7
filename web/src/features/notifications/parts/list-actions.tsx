import { useMutation } from '@tanstack/react-query';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useMember } from '../../../lib/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { deleteAll, markAllRead } from '../api.ts';

/** What can be done with all notifications at once. */
export function ListActions({ hasRows }: { hasRows: boolean }) {
  const { unread } = useMember();
  const [asksDelete, setAsksDelete] = useState(false);
  const { mutate: markAll, isPending: isMarking } = useMutation({
    ...markAllRead,
    onSuccess: async (...done) => {
      await markAllRead.onSuccess?.(...done);
      toast.success('Semua notifikasi telah ditandai sebagai sudah dibaca.');
    },
  });
  const { mutate: remove } = useMutation({
    ...deleteAll,
    onSuccess: () => toast.success('Semua notifikasi telah dihapus.'),
  });
  return (
    <div className="grid grid-cols-2 gap-3 px-3 pb-3 *:px-3 *:text-left *:text-small/tight">
      <Button
        variant="quiet"
        icon={<CheckCheck aria-hidden="true" className="size-5 shrink-0" />}
        busy={isMarking}
        disabled={unread.notifications === 0 && !isMarking}
        onClick={() => markAll()}
      >
        Tandai Semua Sudah Dibaca
      </Button>
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden="true" className="size-5 shrink-0" />}
        disabled={!hasRows}
        onClick={() => setAsksDelete(true)}
      >
        Hapus Semua Notifikasi
      </Button>
      <Confirm
        open={asksDelete}
        onClose={() => setAsksDelete(false)}
        title="Hapus Semua Notifikasi?"
        text="Tindakan ini tidak dapat dibatalkan. Semua notifikasi Anda akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => remove()}
      />
    </div>
  );
}
