import { spellingsAlike } from '@lapau/contract/search';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { addSpellings, spellingsQuery, splitSpellings } from '../api-spellings.ts';

const schema = z.object({ alike: z.pipe(z.pipe(z.string(), z.transform(splitSpellings)), spellingsAlike) });
const blank = { alike: '' };

/** Adds a row of spellings. */
export function SpellingsForm() {
  const client = useQueryClient();
  const { user } = useMember();
  const { form, field, submit } = useSchemaForm(schema, { defaultValues: blank });
  useFormDraft(`${user.id} spellings`, form, blank);
  const { mutate, isPending } = useMutation({
    ...addSpellings,
    onSuccess: (...result) => {
      addSpellings.onSuccess?.(...result);
      form.reset(blank);
      void client.invalidateQueries({ queryKey: spellingsQuery.queryKey });
    },
    onError: (error) => showFieldErrors(error, form),
  });
  return (
    <form
      noValidate
      onSubmit={submit(({ alike }) => mutate(splitSpellings(alike)))}
      className="grid gap-4 rounded-card bg-raised p-4 ring-1 ring-line ring-inset"
    >
      <InputField
        label="Ejaan baru"
        hint="Pisahkan dengan koma. Contoh: rendang, randang"
        autoComplete="off"
        autoCapitalize="none"
        {...field('alike')}
      />
      <Button type="submit" busy={isPending} busyText="Menambahkan...">
        Tambah
      </Button>
    </form>
  );
}
