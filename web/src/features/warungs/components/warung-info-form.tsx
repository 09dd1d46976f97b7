import { update_my_warung } from '@lapau/contract/warungs';
import type { MyWarung } from '@lapau/contract/warungs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { differencesBetween } from '../../../lib/version-differences.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { myWarungQuery, saveWarung } from '../api-own.ts';

const schema = z.omit(update_my_warung.input, { version: true });

const labels = {
  name: 'Nama warung',
  bio: 'Deskripsi',
  address: 'Alamat',
  phone_number: 'Nomor HP',
  whatsapp_number: 'Nomor WhatsApp',
  closes_nightly: 'Tutup otomatis tiap malam',
} as const;

const textsOf = ({ name, bio, address, phone_number, whatsapp_number }: Fields) => ({
  name,
  bio,
  address,
  phone_number,
  whatsapp_number,
});
type Fields = Pick<MyWarung, keyof typeof labels>;
const fieldsOf = (warung: Fields): Fields => ({ ...textsOf(warung), closes_nightly: warung.closes_nightly });
/** As a person reads it. */
const shownTexts = (fields: Fields) => ({ ...textsOf(fields), closes_nightly: fields.closes_nightly ? 'Ya' : 'Tidak' });

/** Edits the data of one's own stall. */
export function WarungInfoForm({ warung, onDone }: { warung: MyWarung; onDone: () => void }) {
  const client = useQueryClient();
  const { refetch } = useSession();
  // As it was when the form was opened: what another phone changes from then on is a conflict (D70).
  const [seen, setSeen] = useState(warung);
  const [conflict, setConflict] = useState<MyWarung>();
  const { form, field, submit } = useSchemaForm<Fields>(schema, { defaultValues: fieldsOf(seen) });
  useFormDraft(`${warung.id} warung`, form, textsOf(seen));
  const { mutate, isPending } = useMutation({
    ...saveWarung,
    onSuccess: (saved, ...rest) => {
      saveWarung.onSuccess?.(saved, ...rest);
      toast.success('Informasi warung berhasil diperbarui.');
      // The form is closed with nothing typed in it, which deletes its draft.
      form.reset(fieldsOf(saved));
      setSeen(saved);
      onDone();
      void refetch();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as MyWarung);
      else showFieldErrors(error, form, { name_reserved: 'name' });
    },
  });

  return (
    <form noValidate onSubmit={submit((values) => mutate({ ...values, version: seen.version }))} className="grid gap-4">
      <InputField label={labels.name} autoComplete="organization" {...field('name')} />
      <TextareaField label={labels.bio} {...field('bio')} />
      <InputField label={labels.address} autoComplete="street-address" {...field('address')} />
      <InputField label={labels.phone_number} type="tel" autoComplete="tel" {...field('phone_number')} />
      <InputField
        label={labels.whatsapp_number}
        type="tel"
        autoComplete="tel"
        hint="Kosongkan kalau tidak memakai WhatsApp."
        {...field('whatsapp_number')}
      />
      <NightlySwitch form={form} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && (
        <VersionConflict
          differences={differencesBetween(labels, shownTexts(form.getValues()), shownTexts(conflict))}
          onClose={() => setConflict(undefined)}
          onKeepMine={() => {
            setConflict(undefined);
            mutate({ ...form.getValues(), version: conflict.version });
          }}
          onTakeTheirs={() => {
            client.setQueryData(myWarungQuery.queryKey, conflict);
            form.reset(fieldsOf(conflict));
            setSeen(conflict);
            setConflict(undefined);
          }}
        />
      )}
    </form>
  );
}

/** The cook's choice to be asked at 21.00 and closed at 04.00 (D68). */
function NightlySwitch({ form }: { form: ReturnType<typeof useSchemaForm<Fields>>['form'] }) {
  const isOn = useWatch({ control: form.control, name: 'closes_nightly' });
  return (
    <div>
      <Switch
        checked={isOn}
        onChange={(next) => form.setValue('closes_nightly', next, { shouldDirty: true })}
        className="w-full"
      >
        {labels.closes_nightly}
      </Switch>
      <p className="text-small text-muted">
        Pukul 21.00 Anda ditanya apakah masih buka. Tanpa jawaban, warung ditutup pukul 04.00.
      </p>
    </div>
  );
}
