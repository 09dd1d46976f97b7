import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SheetPanel } from '../../../ui/overlays/sheet-panel.tsx';
import { registrationQuery, turnOn } from '../api-device.ts';
import { pushFailure } from './push-failure.ts';

export type PushSheetProps = {
  open: boolean;
  onClose: () => void;
  account: string;
  /** The event that has made push useful. */
  reason: 'message' | 'dish';
};

const texts: Record<PushSheetProps['reason'], string> = {
  message: 'Begitu pesan Anda dibalas, HP ini memberi tahu, juga kalau Lapau sudah ditutup.',
  dish: 'Begitu ada yang bertanya atau berkomentar, HP ini memberi tahu, juga kalau Lapau sudah ditutup.',
};

export function PushSheet({ open, onClose, account, reason }: PushSheetProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => turnOn(account),
    onSuccess: (isAllowed) => {
      client.setQueryData(registrationQuery(account).queryKey, { isOn: isAllowed });
      if (isAllowed) toast.success('Notifikasi dinyalakan.');
      onClose();
    },
    // A toast tells of the failure if the person has closed the sheet meanwhile.
    onError: (failure) => open || toast.error(pushFailure(failure)),
    meta: { failed: null },
  });
  return (
    <SheetPanel
      open={open}
      onClose={onClose}
      title="Nyalakan notifikasi?"
      isFitting
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="quiet" onClick={onClose}>
            Nanti
          </Button>
          <Button busy={isPending} busyText="Menyalakan..." onClick={() => mutate()}>
            Nyalakan
          </Button>
        </div>
      }
    >
      <div className="flex gap-4">
        <BellRing aria-hidden="true" className="mt-1 size-8 shrink-0 text-gold" />
        <div className="grid gap-2">
          <p>{texts[reason]}</p>
          <p className="text-small text-muted">
            Suka tidak diberitahukan. Pukul 21.00 sampai 05.00 hanya pesan. Bisa diatur di Profil.
          </p>
          <p role="status" className="empty:hidden">
            {error && !isPending && pushFailure(error)}
          </p>
        </div>
      </div>
    </SheetPanel>
  );
}
