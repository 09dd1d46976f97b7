import { reasonFields, reasonPresets } from '@lapau/contract/decisions';
import type { ReasonKey } from '@lapau/contract/decisions';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import type { Proposal } from './question.ts';

/** The reasons that fit what is decided about. */
const presets: Record<Proposal['subject_type'], ReasonKey[]> = {
  application: ['incomplete', 'wrong_details', 'unknown_stall', 'fraud', 'rules'],
  report: ['not_food', 'wrong_details', 'spam', 'rude', 'fraud', 'rules'],
  post: ['not_food', 'wrong_details', 'spam', 'rude', 'fraud', 'rules'],
  comment: ['spam', 'rude', 'fraud', 'rules'],
  user: ['spam', 'rude', 'fraud', 'rules'],
  warung: ['wrong_details', 'not_food', 'unknown_stall', 'fraud', 'rules'],
  appeal: ['rules'],
};

const own = 'own';

/** Whether the decision needs a reason: it refuses somebody, or hides something. */
export const needsReason = ({ action }: Proposal): boolean => /^(reject|suspend|delete|remove)$/.test(action);

export type ReasonValues = { picked: string; reason: string };

export const reasonSchema = z
  .object({ picked: z.string().check(z.minLength(1, { error: 'Pilih alasannya.' })), reason: reasonFields.reason })
  .check(
    z.refine(({ picked, reason }) => picked !== own || reason !== '', {
      path: ['reason'],
      error: 'Alasan wajib diisi.',
    }),
  );

/** The reason that is sent. */
export const reasonOf = ({ picked, reason }: ReasonValues) =>
  picked === own ? { reason } : picked === '' ? {} : { reason_key: picked as ReasonKey };

type ReasonFieldsProps = { proposal: Proposal; isUnread?: boolean | undefined; form: UseFormReturn<ReasonValues> };

/** Fields for one of the usual reasons, or a reason in one's own words. */
export function ReasonFields({ proposal, isUnread = false, form }: ReasonFieldsProps) {
  const picked = useWatch({ control: form.control, name: 'picked' });
  const { errors } = form.formState;
  const ownReason = useRef<HTMLDivElement>(null);
  // The text field appears below the last choice, where the dialog may end.
  useEffect(() => {
    if (picked === own) ownReason.current?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  return (
    <div className="grid gap-2">
      <fieldset aria-describedby={errors.picked && 'reason-error'}>
        <legend className="text-small font-semibold">
          Alasan{' '}
          <span className="font-normal text-muted">{isUnread ? '(untuk catatan)' : '(dibaca yang bersangkutan)'}</span>
        </legend>
        {/* The error is above the choices: the first one gets the focus, and the last ones may be out of sight. */}
        {errors.picked && (
          <p id="reason-error" className="text-small text-red-text">
            {errors.picked.message}
          </p>
        )}
        {[...presets[proposal.subject_type], own].map((value) => (
          <label key={value} className="-mx-3 flex min-h-12 items-center gap-3 px-3 py-1.5 select-none">
            <input
              type="radio"
              value={value}
              {...form.register('picked')}
              className="size-5 shrink-0 scroll-mt-16 accent-gold"
            />
            <span>{value === own ? 'Alasan lain' : reasonPresets[value as ReasonKey]}</span>
          </label>
        ))}
      </fieldset>
      {picked === own && (
        <div ref={ownReason} className="scroll-mb-2">
          <TextareaField label="Alasan lain" rows={2} {...form.register('reason')} error={errors.reason?.message} />
        </div>
      )}
    </div>
  );
}
