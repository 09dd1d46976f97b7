import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { controlStyles, Field } from '../../../ui/fields/field.tsx';
import { DialogPanel } from '../../../ui/overlays/dialog-panel.tsx';
import { TypedText } from '../../../ui/overlays/typed-text.tsx';
import { FailureCode } from '../../../ui/parts/failure-code.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { DecidedNote } from './decided-note.tsx';
import type { Question } from './question.ts';
import { needsReason, ReasonFields, reasonOf, reasonSchema } from './reason-fields.tsx';
import type { ReasonValues } from './reason-fields.tsx';
import { useDeciding } from './use-deciding.ts';

export type DecisionPanelProps = { open: boolean; onClose: () => void; question: Question };

/** Says what a decision will do, asks for a reason where one is due, and tells who has decided first. */
export function DecisionPanel({ open, onClose, question }: DecisionPanelProps) {
  const { proposal, title, verb, choice, isReasonUnread } = question;
  const formId = useId();
  const asksReason = needsReason(proposal);
  const { form, submit } = useSchemaForm<ReasonValues>(asksReason ? reasonSchema : z.any(), {
    defaultValues: { picked: '', reason: '' },
  });
  const { preview, earlier, decide, isPending } = useDeciding(question, open, {
    onClose,
    onRefused: (error) => showFieldErrors(error, form),
  });
  const [chosen, setChosen] = useState('');
  const send = submit((values) => decide({ ...reasonOf(values), ...(chosen && { choice: chosen }) }));
  if (earlier !== undefined) {
    return (
      <DialogPanel
        open={open}
        onClose={onClose}
        title="Sudah diputuskan"
        footer={<Button onClick={onClose}>Mengerti</Button>}
      >
        <div className="grid gap-4">
          <DecidedNote decision={earlier} />
          <TypedText text={form.getValues('reason')} />
        </div>
      </DialogPanel>
    );
  }
  return (
    <DialogPanel
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Batal
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={asksReason ? 'danger' : 'primary'}
            disabled={!preview.data}
            busy={isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid grid-cols-1 gap-4">
        <Consequence {...preview} />
        {asksReason && <ReasonFields proposal={proposal} isUnread={isReasonUnread} form={form} />}
        {choice && (
          <Field label={choice.label}>
            {(control) => (
              <select
                {...control}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
                className={controlStyles}
              >
                <option value="">Tidak ditentukan</option>
                {Object.entries(choice.options).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </form>
    </DialogPanel>
  );
}

type ConsequenceProps = Pick<ReturnType<typeof useDeciding>['preview'], 'data' | 'error' | 'refetch'>;

/** Says what will happen, in a sentence. */
function Consequence({ data, error, refetch }: ConsequenceProps) {
  if (data) return <p className="own-box wrap-anywhere">{data.text}</p>;
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p>{`Gagal memuat akibat keputusan ini: ${error.message}`}</p>
        <FailureCode error={error} />
        <Button variant="quiet" onClick={() => void refetch()}>
          Coba lagi
        </Button>
      </div>
    );
  }
  return (
    <LoadingSkeletons className="grid gap-2 py-1">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </LoadingSkeletons>
  );
}
