import type { SuspensionNotice as Notice } from '@lapau/contract/appeals';
import { signIn as signInInput } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { isSuspension } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useSession } from '../../../lib/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { signIn } from '../api.ts';
import { EmailField } from './fields.tsx';
import { SuspensionNotice } from './suspension-notice.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Signs in; the route guard of /login then redirects. */
export function SignInForm({ hrefFor }: { hrefFor: (mode: 'daftar' | 'lupa') => string }) {
  const { refetch, suspension } = useSession();
  const { form, field, submit, clear } = useAuthForm('sign-in', signInInput, { email: '', password: '' });
  const { mutate, isPending, isIdle, error, variables } = useMutation({
    mutationFn: async (values: { email: string; password: string }) => {
      await signIn(values);
      await refetch();
    },
    onSuccess: clear,
    onError: (error) => showFieldErrors(error, form, { invalid_credentials: 'password', email_not_verified: 'email' }),
  });
  const refused = isSuspension(error) ? error : undefined;
  const suspended = refused?.message ?? (isIdle && suspension);
  return (
    <>
      <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
        <EmailField {...field('email')} />
        <PasswordField label="Kata sandi" autoComplete="current-password" {...field('password')} />
        <Button type="submit" busy={isPending} busyText="Sedang masuk...">
          Masuk
        </Button>
      </form>
      {suspended && (
        <SuspensionNotice
          text={suspended}
          known={refused && variables && { notice: refused.current as Notice, email: variables.email }}
        />
      )}
      <nav aria-label="Akun" className="grid justify-items-center">
        <Link
          to={hrefFor('lupa')}
          className="inline-flex min-h-11 items-center px-2 text-muted underline underline-offset-4"
        >
          Lupa Password
        </Link>
        <Link to={hrefFor('daftar')} className="inline-flex min-h-11 items-center px-2 font-semibold text-gold">
          Daftar Akun Baru
        </Link>
      </nav>
    </>
  );
}
