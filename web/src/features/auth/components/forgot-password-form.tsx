import { requestPasswordReset as requestPasswordResetInput } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { requestPasswordReset } from '../api.ts';
import { useAuthForm } from './use-auth-form.ts';

export function ForgotPasswordForm() {
  const { form, submit } = useAuthForm('forgot-password', requestPasswordResetInput, { email: '' });
  const { mutate, isPending } = useMutation({
    mutationFn: requestPasswordReset,
    onSuccess: () => toast.success('Link untuk reset password telah dikirim ke email Anda.'),
    onError: (error) => showFieldErrors(error, form),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <InputField
        label="Email"
        type="email"
        autoComplete="username"
        hint="Kami kirim link untuk membuat password baru."
        {...form.register('email')}
        error={form.formState.errors.email?.message}
      />
      <Button type="submit" busy={isPending} busyText="Mengirim...">
        Kirim link
      </Button>
    </form>
  );
}
