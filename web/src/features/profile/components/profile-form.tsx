import { limits } from '@lapau/contract/limits';
import type { Profile } from '@lapau/contract/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { optional, required } from '../../../lib/field-rules.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { knownNagariQuery } from '../../../lib/known-nagari.ts';
import { useLimitsWhileTyping } from '../../../lib/limits-while-typing.ts';
import { useMember, useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
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

/** One's own profile; the e-mail is not one's own to change (D8). */
export function ProfileForm() {
  const { profile } = useMember();
  const { refetch } = useSession();
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const form = useForm({
    values: fieldsOf(profile),
    // What an admin changes meanwhile shows, but never over what is being typed.
    resetOptions: { keepDirtyValues: true },
  });
  useLimitsWhileTyping(form);
  const { register, handleSubmit, reset, formState } = form;
  const { errors } = formState;
  const { mutate, isPending } = useMutation({
    ...saveProfile,
    onSuccess: async (_saved, values) => {
      toast.success('Profil berhasil diperbarui.');
      // Only what was typed since is dirty.
      reset(values, { keepValues: true, keepDirtyValues: false });
      const session = await refetch();
      // The server tidies what it is given.
      if (session) reset(fieldsOf(session.profile));
    },
    onError: (error) => showFieldErrors(error, form),
  });
  const submit = handleSubmit(
    (values) => mutate(values),
    () => toast.error('Ada isian yang belum benar.'),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <InputField
        label="Nama lengkap"
        autoComplete="name"
        {...register('full_name', required(limits.name))}
        error={errors.full_name?.message}
      />
      <InputField
        label="Email"
        type="email"
        autoComplete="email"
        value={profile.email}
        readOnly
        hint="Email tidak dapat diubah."
      />
      <InputField
        label="Nomor HP"
        type="tel"
        autoComplete="tel"
        {...register('phone', optional(limits.phone))}
        error={errors.phone?.message}
      />
      <InputField
        label="Alamat"
        autoComplete="street-address"
        {...register('address', optional(limits.addressPart))}
        error={errors.address?.message}
      />
      <InputField
        label="Nagari"
        autoComplete="address-level4"
        suggestions={knownNagari}
        {...register('nagari', optional(limits.addressPart))}
        error={errors.nagari?.message}
      />
      <InputField
        label="Kecamatan"
        autoComplete="address-level3"
        {...register('kecamatan', optional(limits.addressPart))}
        error={errors.kecamatan?.message}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
    </form>
  );
}
