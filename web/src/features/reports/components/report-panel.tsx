import { limits } from '@lapau/contract/limits';
import { hasVisibleCharacter } from '@lapau/contract/text-checks';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { toast } from '../../../lib/toast.ts';
import { tooLong } from '../../../lib/too-long.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogPanel } from '../../../ui/dialog-panel.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { sendReport } from '../api.ts';
import type { Reported } from '../api.ts';

export interface ReportPanelProps {
  open: boolean;
  onClose: () => void;
  about: Reported;
}

const noReason = 'Alasan laporan tidak boleh kosong.';

export function ReportPanel({ open, onClose, about }: ReportPanelProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const overLimit = tooLong(reason, limits.reason);
  const { mutate, isPending } = useMutation(sendReport);

  function close() {
    setReason('');
    setError(undefined);
    onClose();
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!hasVisibleCharacter(reason)) {
      setError(noReason);
      toast.error(noReason, { id: noReason });
    } else {
      mutate({ about, reason }, { onSuccess: close });
    }
  }
  return (
    <DialogPanel
      open={open}
      onClose={close}
      title={'post' in about ? 'Laporkan Postingan' : 'Laporkan Komentar'}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Batal
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={overLimit !== undefined}
            busy={isPending}
            busyText="Mengirim..."
          >
            Kirim Laporan
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextareaField
          label="Alasan"
          hint="Admin akan meninjau laporan Anda."
          placeholder="Apa yang salah?"
          value={reason}
          error={error ?? overLimit}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </DialogPanel>
  );
}
