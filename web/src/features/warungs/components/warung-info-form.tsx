import { update_my_warung } from '@lapau/contract/warungs';
import type { MyWarung } from '@lapau/contract/warungs';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { saveWarung } from '../api-own.ts';

const schema = z.omit(update_my_warung.input, { version: true });

const labels = {
  name: 'Nama warung',
  bio: 'Deskripsi',
  address: 'Alamat',
  phone_number: 'Nomor HP',
  whatsapp_number: 'Nomor WhatsApp',
  closes_nightly: 'Tutup otomatis tiap malam',
} as const;

const valuesOf = ({ name, bio, address, phone_number, whatsapp_number, closes_nightly }: MyWarung) => ({
  name,
  bio,
  address,
  phone_number,
  whatsapp_number,
  closes_nightly,
});

/** Edits the data of one's own stall. */
export function WarungInfoForm({ warung, onDone }: { warung: MyWarung; onDone: () => void }) {
  const { refetch } = useSession();
  const { form, field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: warung,
    schema,
    valuesOf,
    labels,
    draftKey: `${warung.id} warung`,
    mutation: saveWarung,
    inputOf: (values, { version }) => ({ ...values, version }),
    fieldOf: { name_reserved: 'name' },
    onSaved: () => {
      toast.success('Informasi warung berhasil diperbarui.');
      void refetch();
    },
    onDone,
  });

  // The cook is asked at 21.00 and closed at 04.00 (D68).
  const closesNightly = useWatch({ control: form.control, name: 'closes_nightly' });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
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
      <div>
        <Switch
          checked={closesNightly}
          onChange={(next) => form.setValue('closes_nightly', next, { shouldDirty: true })}
          className="w-full"
        >
          {labels.closes_nightly}
        </Switch>
        <p className="text-small text-muted">
          Pukul 21.00 Anda ditanya apakah masih buka. Tanpa jawaban, warung ditutup pukul 04.00.
        </p>
      </div>
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}
