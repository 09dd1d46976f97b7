import { isAllowedKecamatan } from '@lapau/contract/area';
import type { SignUp } from '@lapau/contract/auth';
import { limits } from '@lapau/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { email, newPassword, required } from '../../../lib/field-rules.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { knownNagariQuery } from '../../../lib/known-nagari.ts';
import { newId } from '../../../lib/new-id.ts';
import { retryTransient } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.tsx';
import { useSettings } from '../../../lib/settings.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { Link } from '../../../ui/link.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { signUp } from '../api.ts';
import { useKeptForm } from './use-kept-form.ts';

const empty: SignUp = { email: '', password: '', name: '', address: '', nagari: '', kecamatan: '', phone: '' };

/** @param props.onDone called when the account waits for its e-mail to be verified */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { refetch } = useSession();
  const { allowed_kecamatan: allowedKecamatan } = useSettings();
  const { form, submit, forget } = useKeptForm('sign-up', { ...empty, id: newId() });
  const { register, formState } = form;
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: SignUp) => {
      const { signed_in: isSignedIn } = await signUp(values);
      if (isSignedIn) await refetch();
      return isSignedIn;
    },
    onSuccess: (isSignedIn) => {
      forget();
      if (isSignedIn) {
        toast.success('Pendaftaran berhasil!');
      } else {
        toast.success('Pendaftaran berhasil! Silakan periksa email Anda untuk verifikasi.');
        onDone();
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'id_conflict') form.setValue('id', newId());
      showFieldErrors(error, form, { outside_area: 'kecamatan', email_taken: 'email' });
    },
    retry: retryTransient,
  });

  const kecamatan = required(limits.addressPart);
  const inArea = (value: string) =>
    isAllowedKecamatan(value, allowedKecamatan) || 'Aplikasi belum tersedia dilokasi anda';

  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        {...register('email', email)}
        error={formState.errors.email?.message}
      />
      <PasswordField
        label="Password"
        hint={`Minimal ${limits.passwordMin} karakter.`}
        autoComplete="new-password"
        {...register('password', newPassword)}
        error={formState.errors.password?.message}
      />
      <InputField
        label="Nama lengkap"
        autoComplete="name"
        {...register('name', required(limits.name))}
        error={formState.errors.name?.message}
      />
      <InputField
        label="Alamat"
        autoComplete="street-address"
        {...register('address', required(limits.addressPart))}
        error={formState.errors.address?.message}
      />
      <InputField
        label="Nagari"
        autoComplete="address-level4"
        suggestions={knownNagari}
        {...register('nagari', required(limits.addressPart))}
        error={formState.errors.nagari?.message}
      />
      <InputField
        label="Kecamatan"
        autoComplete="address-level3"
        {...register('kecamatan', { validate: { ...kecamatan.validate, area: inArea } })}
        error={formState.errors.kecamatan?.message}
      />
      <InputField
        label="Nomor HP"
        type="tel"
        autoComplete="tel"
        {...register('phone', required(limits.phone))}
        error={formState.errors.phone?.message}
      />
      <p className="text-small text-muted">
        Data Anda dijelaskan di{' '}
        <Link to="/privasi" className="touch-target underline underline-offset-4">
          Kebijakan privasi
        </Link>
        .
      </p>
      <Button type="submit" busy={isPending} busyText="Sedang mendaftar...">
        Daftar
      </Button>
    </form>
  );
}
