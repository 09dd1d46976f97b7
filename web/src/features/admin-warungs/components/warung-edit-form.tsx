import { update_warung_by_admin } from '@lapau/contract/admin-warungs';
import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useMember } from '../../../lib/session.tsx';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { differencesBetween } from '../../../lib/version-differences.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { adminWarungsKey, saveWarung } from '../api.ts';

const schema = z.omit(update_warung_by_admin.input, { warung_id: true, version: true });

const labels = {
  name: 'Nama warung',
  bio: 'Deskripsi',
  address: 'Alamat',
  phone_number: 'Nomor HP',
  whatsapp_number: 'Nomor WhatsApp',
} as const;
type Texts = Record<keyof typeof labels, string>;

const textsOf = ({ name, bio, address, phone_number, whatsapp_number }: AdminWarung): Texts => ({
  name,
  bio,
  address,
  phone_number,
  whatsapp_number,
});

/** Edits any stall's data. */
export function WarungEditForm({ warung, onDone }: { warung: AdminWarung; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useMember();
  // As it was when the form was opened: what somebody else changes from then on is a conflict (D70).
  const [seen, setSeen] = useState(warung);
  const [conflict, setConflict] = useState<AdminWarung>();
  const { form, field, submit } = useSchemaForm<Texts>(schema, { defaultValues: textsOf(seen) });
  useFormDraft(`${user.id} warung-${warung.id}`, form, textsOf(seen));
  const { mutate, isPending } = useMutation({
    ...saveWarung,
    onSuccess: (saved, ...rest) => {
      saveWarung.onSuccess?.(saved, ...rest);
      // The form is closed with nothing typed in it, which deletes its draft.
      form.reset(textsOf(saved));
      setSeen(saved);
      onDone();
      void client.invalidateQueries({ queryKey: adminWarungsKey });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as AdminWarung);
      else showFieldErrors(error, form, { name_reserved: 'name' });
    },
  });
  const save = (values: Texts, version: number) => mutate({ ...values, warung_id: warung.id, version });

  return (
    <form noValidate onSubmit={submit((values) => save(values, seen.version))} className="grid gap-4">
      <InputField label={labels.name} autoComplete="off" {...field('name')} />
      <TextareaField label={labels.bio} {...field('bio')} />
      <InputField label={labels.address} autoComplete="off" {...field('address')} />
      <InputField label={labels.phone_number} type="tel" autoComplete="off" {...field('phone_number')} />
      <InputField label={labels.whatsapp_number} type="tel" autoComplete="off" {...field('whatsapp_number')} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && (
        <VersionConflict
          differences={differencesBetween(labels, form.getValues(), textsOf(conflict))}
          onClose={() => setConflict(undefined)}
          onKeepMine={() => {
            setConflict(undefined);
            save(form.getValues(), conflict.version);
          }}
          onTakeTheirs={() => {
            form.reset(textsOf(conflict));
            setSeen(conflict);
            setConflict(undefined);
          }}
        />
      )}
    </form>
  );
}
