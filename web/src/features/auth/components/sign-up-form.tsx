import { isAllowedKecamatan } from '@lapau/contract/area';
import { signUp as signUpInput } from '@lapau/contract/auth';
import type { SignUp } from '@lapau/contract/auth';
import { errors } from '@lapau/contract/errors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { newId } from '../../../lib/device/new-id.ts';
import { useKecamatanHint } from '../../../lib/query/kecamatan-hint.ts';
import { knownNagariQuery } from '../../../lib/query/known-nagari.ts';
import { retryTransient } from '../../../lib/query/query.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { AddressFields } from '../../../ui/fields/address-fields.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { waitForMail } from '../api-waiting.ts';
import { signUp } from '../api.ts';
import { EmailField, NewPasswordField } from './fields.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useTakeUp } from './use-take-up.ts';

const blank: SignUp = { name: '', phone: '', address: '', nagari: '', kecamatan: '', email: '', password: '' };

type SignUpFormProps = {
  /** Whether a link to a dish or a stall has led the person here. */
  isFromLink: boolean;
  /** Called when the account waits for its e-mail to be verified. */
  onDone: () => void;
};

export function SignUpForm({ isFromLink, onDone }: SignUpFormProps) {
  const takeUp = useTakeUp();
  const { allowed_kecamatan: allowedKecamatan } = useSettings();
  const schema = useMemo(() => withinArea(allowedKecamatan), [allowedKecamatan]);
  const { form, field, submit, clear } = useAuthForm('sign-up', schema, blank);
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const kecamatanHint = useKecamatanHint();
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: SignUp) => {
      const { signed_in: isSignedIn, waiting } = await signUp(values, isFromLink);
      if (isSignedIn) await takeUp();
      else waitForMail('sign_up', values.email, waiting);
      return isSignedIn;
    },
    onSuccess: (isSignedIn) => {
      clear();
      if (isSignedIn) {
        toast.success('Pendaftaran berhasil!');
      } else {
        onDone();
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'id_conflict') form.setValue('id', newId());
      showFieldErrors(error, form, { email_taken: 'email', unauthenticated: 'password' });
    },
    retry: retryTransient,
  });
  function send(values: SignUp) {
    const { id = newId() } = values;
    form.setValue('id', id);
    mutate({ ...values, id });
  }

  return (
    <form noValidate onSubmit={submit(send)} className="grid gap-4">
      <InputField label="Nama lengkap" autoComplete="name" {...field('name')} />
      <InputField label="Nomor HP" type="tel" autoComplete="tel" {...field('phone')} />
      <AddressFields field={field} knownNagari={knownNagari} kecamatanHint={kecamatanHint} />
      <EmailField {...field('email')} />
      <NewPasswordField {...field('password')} />
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
