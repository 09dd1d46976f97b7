import { resetPassword as resetPasswordInput } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { stopWaiting } from '../api-waiting.ts';
import { resetPassword } from '../api.ts';
import { NewPasswordField } from './fields.tsx';
import { LinkAccount } from './link-account.tsx';
import { useAuthForm } from './use-auth-form.ts';

const schema = z.omit(resetPasswordInput, { token: true });

/** Sets a new password; opened by the mailed link. `onDone` returns to the login form. */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { session, end } = useSession();
  const { form, field, submit, clear } = useAuthForm('reset-password', schema, { newPassword: '' });
  const { mutate, isPending } = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      stopWaiting('reset');
      clear();
      // The server has ended every session of the person, also one in this browser.
      if (session) end();
      onDone();
    },
    onError: (error) => showFieldErrors(error, form),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate({ ...values, token }))} className="grid gap-4">
      <LinkAccount link="resetPassword" token={token} />
      <NewPasswordField label="Kata sandi baru" {...field('newPassword')} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan kata sandi
      </Button>
    </form>
  );
}
