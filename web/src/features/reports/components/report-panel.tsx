import { create_report } from '@lapau/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogPanel } from '../../../ui/dialog-panel.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { sendReport } from '../api.ts';
import type { Reported } from '../api.ts';

export type ReportPanelProps = {
  open: boolean;
  onClose: () => void;
  about: Reported;
};

// The reason has the same rules in a comment's report.
const schema = z.pick(create_report.input, { reason: true });

export function ReportPanel({ open, onClose, about }: ReportPanelProps) {
  const formId = useId();
  const { form, submit } = useSchemaForm(schema, { defaultValues: { reason: '' } });
  const error = form.formState.errors.reason;
  const { mutate, isPending } = useMutation({ ...sendReport, onError: (refused) => showFieldErrors(refused, form) });

  function close() {
    form.reset();
    onClose();
  }
  const send = submit(({ reason }) => mutate({ about, reason }, { onSuccess: close }));
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
            disabled={error?.type === 'too_big'}
            busy={isPending}
            busyText="Mengirim..."
          >
            Kirim Laporan
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send}>
        <TextareaField
          label="Alasan"
          hint="Admin akan meninjau laporan Anda."
          placeholder="Apa yang salah?"
          {...form.register('reason')}
          error={error?.message}
        />
      </form>
    </DialogPanel>
  );
}
