import { limits } from '@lapau/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { email, newPassword, required } from '../../../lib/field-rules.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useKeptForm } from './use-kept-form.ts';

const empty = { full_name: '', email: '', password: '' };

/** What the link printed by a server without an admin opens. */
export function FirstAdminForm({ token }: { token: string }) {
  const { refetch } = useSession();
  const { form, submit, forget } = useKeptForm('first-admin', empty);
  const { register, formState } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: typeof empty) => {
      await api.create_first_admin({ ...values, token });
      await refetch();
    },
    onSuccess: () => {
      forget();
      toast.success('Akun admin berhasil dibuat.');
    },
    onError: (error) => showFieldErrors(error, form, { email_taken: 'email' }),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <InputField
        label="Nama lengkap"
        autoComplete="name"
        {...register('full_name', required(limits.name))}
        error={formState.errors.full_name?.message}
      />
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
      <Button type="submit" busy={isPending} busyText="Membuat akun...">
        Buat akun admin
      </Button>
    </form>
  );
}
