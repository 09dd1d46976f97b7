import { requestPasswordReset as requestPasswordResetInput } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { retryTransient } from '../../../lib/query.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { requestPasswordReset } from '../api.ts';
import { EmailField } from './fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function ForgotPasswordForm() {
  const { form, field, submit } = useAuthForm('forgot-password', requestPasswordResetInput, { email: '' });
  const { mutate, isPending } = useMutation({
    mutationFn: requestPasswordReset,
    onSuccess: () => toast.success('Link untuk reset password telah dikirim ke email Anda.'),
    onError: (error) => showFieldErrors(error, form),
    retry: retryTransient,
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <EmailField hint="Kami kirim tautan untuk membuat kata sandi baru." {...field('email')} />
      <Button type="submit" busy={isPending} busyText="Mengirim...">
        Kirim tautan
      </Button>
    </form>
  );
}
