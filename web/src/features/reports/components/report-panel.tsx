import { create_report } from '@lapau/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useLeft } from '../../../lib/forms/use-left.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSignal } from '../../../lib/realtime/realtime-provider.tsx';
import { useGonePost } from '../../../lib/realtime/use-gone-post.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { CopyButton } from '../../../ui/overlays/copy-button.tsx';
import { DialogPanel } from '../../../ui/overlays/dialog-panel.tsx';
import { Waiting } from '../../../ui/waiting/waiting-for-signal.tsx';
import { goneCodes, idOf, reportDraftOf, returnedReason, sendingReports, sendReport } from '../api.ts';
import type { Reported } from '../api.ts';

export type ReportPanelProps = {
  open: boolean;
  onClose: () => void;
  about: Reported;
  /** Whether the reported comment is not in its thread any more; for all other things the dialog finds this out itself. */
  isCommentGone?: boolean;
};

// The rules of the reason are the same in a comment's report.
const schema = z.pick(create_report.input, { reason: true });

export function ReportPanel({ open, onClose, about, isCommentGone = false }: ReportPanelProps) {
  const formId = useId();
  const { form, submit } = useSchemaForm(schema, { defaultValues: { reason: '' } });
  const { user } = useMember();
  const draftName = reportDraftOf(user.id, about);
  const error = form.formState.errors.reason;
  const reason = useWatch({ control: form.control, name: 'reason' });
  const [block, setBlock] = useState(false);
  const left = useLeft();
  const { later } = useOutbox(sendingReports, idOf(about));
  const {
    mutate,
    isPending,
    reset,
    error: refused,
  } = useMutation({
    ...sendReport,
    onError: (failure) => showFieldErrors(failure, form),
  });
  const isRefused = refused instanceof ApiError && goneCodes.has(refused.code);
  const isPostGone = useGonePost('post' in about ? about.post : undefined);
  const [deletedMessage, setDeletedMessage] = useState<string>();
  useSignal((signal) => {
    if (signal.type === 'message_deleted') setDeletedMessage(signal.message_id);
  });
  const isMessageGone = 'message' in about && deletedMessage === about.message;
  const isGone = isCommentGone || isPostGone || isMessageGone || isRefused;

  const { getValues, setValue } = form;
  useEffect(() => {
    if (!open) return undefined;
    let isStale = false;
    void returnedReason(draftName).then((reason) => {
      if (!isStale && reason !== undefined && getValues('reason') === '') setValue('reason', reason);
    });
    return () => {
      isStale = true;
    };
  }, [open, draftName, getValues, setValue]);

  function close() {
    // A report that is being sent goes on; its toast tells the result.
    left.leave();
    reset();
    form.reset();
    setBlock(false);
    onClose();
  }
  const send = submit(({ reason }) =>
    mutate({ about, reason, block, draftName, left: left.signal() }, { onSuccess: close }),
  );
  return (
    <DialogPanel
      open={open}
      onClose={close}
      title={titleOf(about)}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Batal
          </Button>
          {isGone ? (
            <CopyButton text={reason} />
          ) : (
            <Button
              type="submit"
              form={formId}
              disabled={error?.type === 'too_big' || later !== null}
              busy={isPending && later === null}
              busyText="Mengirim..."
            >
              Kirim Laporan
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={isGone ? (event) => event.preventDefault() : send} className="grid gap-3">
        <p role="status" className="empty:-mb-3">
          {isGone && goneText(about)}
        </p>
        {'message' in about && (
          <figure className="grid gap-1 rounded-small bg-background px-3 py-2">
            <figcaption className="own-box text-small text-muted">
              Pesan dari <bdi>{about.sender}</bdi>
            </figcaption>
            <blockquote dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
              {about.content}
            </blockquote>
          </figure>
        )}
        <TextareaField
          label="Alasan"
          hint={isGone ? undefined : whoReads(about)}
          placeholder="Apa yang salah?"
          {...form.register('reason')}
          error={error?.message}
        />
        <span role="status">{later && <Waiting>{later}</Waiting>}</span>
        {'message' in about && (
          <Switch checked={block} onChange={setBlock}>
            Blokir juga <bdi>{about.sender}</bdi>
          </Switch>
        )}
      </form>
    </DialogPanel>
  );
}

const whoReads = (about: Reported): string =>
  'message' in about
    ? 'Admin membaca pesan ini dan lima pesan sebelumnya, selebihnya tidak.'
    : 'Admin akan meninjau laporan Anda.';

function goneText(about: Reported): string {
  const what = 'post' in about ? 'Postingan' : 'comment' in about ? 'Komentar' : 'Pesan';
  return `${what} ini sudah tidak ada, jadi tidak bisa dilaporkan lagi. Yang Anda tulis bisa disalin.`;
}

function titleOf(about: Reported): string {
  if ('post' in about) return 'Laporkan Postingan';
  return 'comment' in about ? 'Laporkan Komentar' : 'Laporkan Pesan';
}
