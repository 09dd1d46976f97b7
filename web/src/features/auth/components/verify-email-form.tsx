import { verifyEmail as verifyEmailInput } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, isSuspension } from '../../../lib/calls/api-error.ts';
import { markShownInForm, showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { stopWaitingForMails } from '../api-waiting.ts';
import { verifyEmail } from '../api.ts';
import { LinkAccount } from './link-account.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useTakeUp } from './use-take-up.ts';

const schema = z.omit(verifyEmailInput, { token: true });

/**
 * Verifies the e-mail of a sign-up, which creates the account, and signs in; opened by the mailed link. It asks for the password
 * because others may have signed up with the e-mail: their links come to the same mailbox.
 */
export function VerifyEmailForm({ token, onVerified }: { token: string; onVerified: () => void }) {
  const takeUp = useTakeUp();
  const { form, field, submit, clear } = useAuthForm('verify-email', schema, { password: '' });
  const [refusal, setRefusal] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: { password: string }) => {
      await verifyEmail({ ...values, token });
      await takeUp();
    },
    onSuccess: () => {
      stopWaitingForMails();
      clear();
      toast.success('Email Anda sudah diverifikasi.');
      onVerified();
    },
    onError: (error) => {
      showFieldErrors(error, form, { unauthenticated: 'password' });
      const isInvalid = error instanceof ApiError && (error.code === 'invalid_token' || 'token' in error.details);
      const isNameRefused = error instanceof ApiError && 'name' in error.details;
      if (!isInvalid && !isNameRefused && !isSuspension(error)) return;
      markShownInForm(error);
      setRefusal(
        isInvalid
          ? 'Tautan verifikasi sudah tidak berlaku. Masuk untuk meminta tautan baru.'
          : isNameRefused
            ? `${error.message} Daftar lagi dengan nama lain.`
            : error.message,
      );
    },
  });
  if (refusal) {
    return (
      <p role="alert" className="rounded-card bg-raised px-4 py-3 text-red-text">
        {refusal}
      </p>
    );
  }
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <p className="text-muted">Tulis kata sandi yang Anda pakai waktu mendaftar. Sesudah itu Anda langsung masuk.</p>
      <LinkAccount link="verifyEmail" token={token} />
      <PasswordField label="Kata sandi" autoComplete="current-password" {...field('password')} />
      <Button type="submit" busy={isPending} busyText="Memverifikasi...">
        Verifikasi email
      </Button>
    </form>
  );
}
