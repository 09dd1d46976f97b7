import { update_profile } from '@lapau/contract/profile';
import type { Profile } from '@lapau/contract/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { knownNagariQuery } from '../../../lib/known-nagari.ts';
import { useMember, useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { AddressFields } from '../../../ui/address-fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { saveProfile } from '../api.ts';

const fieldsOf = ({ full_name, address, nagari, kecamatan, phone }: Profile) => ({
  full_name,
  address,
  nagari,
  kecamatan,
  phone,
});

/** Edits one's own profile, except the e-mail (D8). */
export function ProfileForm() {
  const { profile } = useMember();
  const { refetch } = useSession();
  const { form, field, submit } = useSchemaForm(update_profile.input, {
    values: fieldsOf(profile),
    // An admin's change meanwhile is shown, except in fields being edited.
    resetOptions: { keepDirtyValues: true },
  });
  useFormDraft(`${profile.id} profile`, form, fieldsOf(profile));
  const { reset } = form;
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const { mutate, isPending } = useMutation({
    ...saveProfile,
    onSuccess: async (_saved, values) => {
      toast.success('Profil berhasil diperbarui.');
      // Only what was typed since the form was sent is dirty.
      reset(values, { keepValues: true, keepDirtyValues: false });
      const session = await refetch();
      // The server trims and normalizes what it stores.
      if (session) reset(fieldsOf(session.profile));
    },
    onError: (error) => showFieldErrors(error, form),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
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
      <AddressFields field={field} knownNagari={knownNagari} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
    </form>
  );
}
