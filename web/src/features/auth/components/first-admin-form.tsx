import { create_first_admin } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { api } from '../../../lib/calls/api.ts';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { EmailField, NewPasswordField } from './fields.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useTakeUp } from './use-take-up.ts';

const schema = z.omit(create_first_admin.input, { token: true });
const blank = { full_name: '', email: '', password: '' };

/** Creates the first admin; opened by the link that a server without an admin prints. */
export function FirstAdminForm({ token }: { token: string }) {
  const takeUp = useTakeUp();
  const { form, field, submit, clear } = useAuthForm('first-admin', schema, blank);
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: typeof blank) => {
      await api.create_first_admin({ ...values, token });
      await takeUp({ mayBeUnread: true });
    },
    onSuccess: () => {
      clear();
      toast.success('Akun admin berhasil dibuat.');
    },
    onError: (error) => showFieldErrors(error, form, { email_taken: 'email', unauthenticated: 'password' }),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <InputField label="Nama lengkap" autoComplete="name" {...field('full_name')} />
      <EmailField {...field('email')} />
      <NewPasswordField {...field('password')} />
      <Button type="submit" busy={isPending} busyText="Membuat akun...">
        Buat akun admin
      </Button>
    </form>
  );
}
