import { resetPassword as resetPasswordInput } from '@lapau/contract/auth';
import { limits } from '@lapau/contract/limits';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { resetPassword } from '../api.ts';
import { useAuthForm } from './use-auth-form.ts';

const schema = z.omit(resetPasswordInput, { token: true });

/** Sets a new password; opened by the mailed link (D5). `onDone` returns to the login form. */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { session, end } = useSession();
  const { form, submit, clear } = useAuthForm('reset-password', schema, { newPassword: '' });
  const { mutate, isPending } = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      clear();
      // The server has ended every session of the person, also one in this browser.
      if (session) end();
      toast.success('Password baru tersimpan. Silakan masuk.');
      onDone();
    },
    onError: (error) => showFieldErrors(error, form),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate({ ...values, token }))} className="grid gap-4">
      <PasswordField
        label="Password baru"
        hint={`Minimal ${limits.passwordMin} karakter.`}
        autoComplete="new-password"
        {...form.register('newPassword')}
        error={form.formState.errors.newPassword?.message}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan password
      </Button>
    </form>
  );
}
