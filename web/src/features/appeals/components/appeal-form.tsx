import { submit_appeal } from '@lapau/contract/appeals';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import type { SendAppeal } from '../api.ts';

const schema = z.pick(submit_appeal.input, { appeal_text: true });
const blank = { appeal_text: '' };

type AppealFormProps = {
  /** Where what is typed is stored until it is sent (draft-store.ts). */
  draftKey: string;
  sending: SendAppeal;
  /** Called when the one text is with the admins, also if it was sent before. */
  onSent: () => void;
};

/** The one text to the admins against a decision, behind a button. */
export function AppealForm({ draftKey, sending, onSent }: AppealFormProps) {
  const [opened, setOpened] = useState<'tapped' | 'restored'>();
  const { form, field, submit } = useSchemaForm(schema, { defaultValues: blank });
  useFormDraft(draftKey, form, blank);
  const { mutate, isPending } = useMutation({
    ...sending,
    onSuccess: finish,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'appeal_sent') finish();
      else showFieldErrors(error, form);
    },
  });
  function finish() {
    form.reset(blank);
    onSent();
  }
  const { setFocus } = form;
  useEffect(() => {
    if (opened === 'tapped') setFocus('appeal_text');
  }, [opened, setFocus]);
  // A text that was typed before a reload shows without a tap.
  if (!opened && form.formState.isDirty) setOpened('restored');
  if (!opened) {
    return (
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpened('tapped')}>
        Ajukan keberatan
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={submit(({ appeal_text }) => mutate(appeal_text))} className="grid gap-3">
      <TextareaField
        label="Keberatan Anda"
        hint="Hanya dapat dikirim satu kali. Admin membacanya, lalu memutuskan lagi."
        {...field('appeal_text')}
      />
      <Button type="submit" busy={isPending} busyText="Mengirim...">
        Kirim keberatan
      </Button>
    </form>
  );
}
