import { update_profile } from '@lapau/contract/profile';
import type { Profile } from '@lapau/contract/profile';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { useKecamatanHint } from '../../../lib/query/kecamatan-hint.ts';
import { knownNagariQuery } from '../../../lib/query/known-nagari.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember, useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AddressFields } from '../../../ui/fields/address-fields.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { saveProfile } from '../api.ts';

const schema = z.omit(update_profile.input, { version: true });
const fieldsOf = ({ full_name, address, nagari, kecamatan, phone }: Profile) => ({
  full_name,
  address,
  nagari,
  kecamatan,
  phone,
});

const labels = {
  full_name: 'Nama lengkap',
  phone: 'Nomor HP',
  address: 'Alamat',
  nagari: 'Nagari',
  kecamatan: 'Kecamatan',
};

/** Edits one's own profile, except the e-mail, even if another phone or an admin edits it at the same time. */
export function ProfileForm() {
  const { profile } = useMember();
  const { refetch } = useSession();
  const { field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: profile,
    schema,
    valuesOf: fieldsOf,
    labels,
    draftKey: `${profile.id} profile`,
    mutation: saveProfile,
    inputOf: (values, { version }) => ({ ...values, version }),
    onSaved: () => {
      toast.success('Profil berhasil diperbarui.');
      void refetch();
    },
  });
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const kecamatanHint = useKecamatanHint();
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <InputField label="Nama lengkap" autoComplete="name" {...field('full_name')} />
      <InputField
        label="Email"
        type="email"
        autoComplete="email"
        value={profile.email}
        readOnly
        hint="Email tidak dapat diubah."
      />
      <InputField label="Nomor HP" type="tel" autoComplete="tel" {...field('phone')} />
      <AddressFields field={field} knownNagari={knownNagari} kecamatanHint={kecamatanHint} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}
