import { isAllowedKecamatan } from '@lapau/contract/area';
import { signUp as signUpInput } from '@lapau/contract/auth';
import type { SignUp } from '@lapau/contract/auth';
import { errors } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api-error.ts';
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
import { useAuthForm } from './use-auth-form.ts';

const blank: SignUp = { email: '', password: '', name: '', address: '', nagari: '', kecamatan: '', phone: '' };

/** @param props.onDone called when the account waits for its e-mail to be verified */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { refetch } = useSession();
  const { allowed_kecamatan: allowedKecamatan } = useSettings();
  const schema = useMemo(() => withinArea(allowedKecamatan), [allowedKecamatan]);
  const { form, submit, clear } = useAuthForm('sign-up', schema, { ...blank, id: newId() });
  const { register, formState } = form;
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: SignUp) => {
      const { signed_in: isSignedIn } = await signUp(values);
      if (isSignedIn) await refetch();
      return isSignedIn;
    },
    onSuccess: (isSignedIn) => {
      clear();
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

  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        {...register('email')}
        error={formState.errors.email?.message}
      />
      <PasswordField
        label="Password"
        hint={`Minimal ${limits.passwordMin} karakter.`}
        autoComplete="new-password"
        {...register('password')}
        error={formState.errors.password?.message}
      />
      <InputField
        label="Nama lengkap"
        autoComplete="name"
        {...register('name')}
        error={formState.errors.name?.message}
      />
      <InputField
        label="Alamat"
        autoComplete="street-address"
        {...register('address')}
        error={formState.errors.address?.message}
      />
      <InputField
        label="Nagari"
        autoComplete="address-level4"
        suggestions={knownNagari}
        {...register('nagari')}
        error={formState.errors.nagari?.message}
      />
      <InputField
        label="Kecamatan"
        autoComplete="address-level3"
        {...register('kecamatan')}
        error={formState.errors.kecamatan?.message}
      />
      <InputField
        label="Nomor HP"
        type="tel"
        autoComplete="tel"
        {...register('phone')}
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

const withinArea = (allowedKecamatan: string) =>
  z.extend(signUpInput, {
    kecamatan: signUpInput.shape.kecamatan.check(
      z.refine((kecamatan) => isAllowedKecamatan(kecamatan, allowedKecamatan), { error: errors.outside_area[1] }),
    ),
  });
