import type { SuspensionNotice as Notice } from '@lapau/contract/appeals';
import { confirmationCode, signIn as signInInput } from '@lapau/contract/auth';
import type { ConfirmationNeeded, SignIn, WaitsForLink } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { ApiError, isSuspension } from '../../../lib/calls/api-error.ts';
import { page } from '../../../lib/calls/boot.ts';
import { markShownInForm, showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { stopWaitingForMails, waitForMail } from '../api-waiting.ts';
import { signIn } from '../api.ts';
import { ConfirmationForm, WhyConfirm } from './confirmation-form.tsx';
import { CodeField, EmailField } from './fields.tsx';
import { RefusedNote } from './sign-in-note.tsx';
import { SuspensionNotice } from './suspension-notice.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useRefusedSignIn } from './use-refused-sign-in.ts';
import { useTakeUp } from './use-take-up.ts';

const credentials = z.pick(signInInput, { email: true, password: true });
const code = z.strictObject({ code: confirmationCode });

type SignInFormProps = {
  /** The content above the form, with the title of the screen; the question for the code has a title of its own. */
  greeting: ReactNode;
  /** A note about what the person did before they came here. */
  note: ReactNode;
  hrefFor: (mode?: 'daftar' | 'lupa') => string;
};

const isUnverified = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'email_not_verified' || error.code === 'email_takes_no_mail');

/** Signs in; the route guard of /login then redirects. */
export function SignInForm({ greeting, note, hrefFor }: SignInFormProps) {
  const { suspension } = useSession();
  const takeUp = useTakeUp();
  const refusal = useRefusedSignIn();
  const { form, field, submit, clear } = useAuthForm('sign-in', credentials, { email: '', password: '' }, refusal);
  const confirmation = useAuthForm('confirmation', code, { code: '' }, { errors: refusal?.errors });
  /** The sign-in that waits for its code. */
  const [asked, setAsked] = useState<SignIn & ConfirmationNeeded>();
  const [isResent, setIsResent] = useState(false);
  /** A code that was right, though the password was not: the next attempt sends it along. */
  const [confirmed, setConfirmed] = useState<Pick<SignIn, 'email' | 'code' | 'confirmation'>>();
  const {
    mutate,
    isPending,
    isIdle,
    error: failed,
    variables,
  } = useMutation({
    mutationFn: async (values: SignIn) => {
      await signIn(values);
      await takeUp();
    },
    onSuccess: () => {
      stopWaitingForMails();
      clear();
    },
    onError: (error, values) => {
      if (error instanceof ApiError && error.code === 'confirmation_needed') {
        markShownInForm(error);
        const needed = error.current as ConfirmationNeeded;
        const isShared = needed.because === 'crowd';
        if (asked && isShared) toast.info('Lapau masih sangat ramai. Pakai kode dari email Anda.');
        setIsResent(asked !== undefined && !isShared);
        // The code of six digits that was mailed before remains valid.
        setAsked({ ...values, ...needed, ...(asked && isShared && { confirmation: asked.confirmation }) });
      } else if (error instanceof ApiError && error.code === 'invalid_credentials') {
        const { email, code, confirmation } = values;
        setConfirmed(code === undefined ? undefined : { email, code, confirmation });
        setAsked(undefined);
        showFieldErrors(error, form, { invalid_credentials: 'password' });
      } else if (!asked && error instanceof ApiError && error.code === 'invalid_confirmation_code') {
        markShownInForm(error);
        setConfirmed(undefined);
        mutate({ email: values.email, password: values.password });
      } else if (values.code === undefined) {
        if (isSuspension(error) || isUnverified(error)) setAsked(undefined);
        if (isUnverified(error))
          waitForMail('sign_up', values.email, (error.current as WaitsForLink | undefined)?.waiting);
        showFieldErrors(error, form, {
          email_not_verified: 'email',
          email_takes_no_mail: 'email',
          unauthenticated: 'password',
        });
      } else {
        showFieldErrors(error, confirmation.form, { invalid_confirmation_code: 'code', unauthenticated: 'code' });
        if (isSuspension(error)) setAsked(undefined);
      }
    },
  });
  const error = failed ?? (isIdle ? refusal?.error : undefined);
  const isMailRefused = error instanceof ApiError && error.code === 'email_takes_no_mail';
  const above = (
    <div className={asked ? 'hidden' : 'grid content-start gap-4 sideways:row-span-4'}>
      {!asked && greeting}
      {/* The note stays mounted beside the question for the code, so that it takes the focus only once. */}
      {!isMailRefused && note}
    </div>
  );
  if (asked) {
    const { by, because, email, password } = asked;
    return (
      <>
        {above}
        <Heading className="text-2xl font-bold">Kode konfirmasi</Heading>
        <ConfirmationForm
          email={email}
          by={by}
          because={because}
          form={confirmation.form}
          field={confirmation.field}
          isPending={isPending}
          onSubmit={confirmation.submit((values) =>
            mutate({ email, password, confirmation: asked.confirmation, ...values }),
          )}
          onResend={() => mutate({ email, password })}
          isResent={isResent}
          onBack={() => setAsked(undefined)}
        />
      </>
    );
  }
  const asksFor = confirmed ? undefined : refusal?.asksFor;
  const askedCode = () => asksFor && { confirmation: asksFor.id, code: confirmation.form.getValues().code };
  const refused = isSuspension(error) ? error : undefined;
  const suspended = refused ?? (isIdle ? suspension : undefined);
  return (
    <>
      {above}
      {/* The browser sends the form by itself where the app's code is not there. */}
      <form
        noValidate
        method="post"
        action={hrefFor()}
        onSubmit={submit((values) =>
          mutate({ ...values, ...(confirmed?.email === values.email && confirmed), ...askedCode() }),
        )}
        className="grid content-start gap-3 sideways:col-start-2 sideways:row-span-2 sideways:row-start-1"
      >
        <input type="hidden" name="csrf_token" value={page.csrfToken} />
        {refusal?.text && isIdle && !refused && (
          <p role="alert" className="text-red-text">
            {refusal.text}
          </p>
        )}
        <EmailField defaultValue={refusal?.email} {...field('email')} />
        <PasswordField label="Kata sandi" autoComplete="current-password" {...field('password')} />
        {asksFor && (
          <>
            {asksFor.needed && <WhyConfirm {...asksFor.needed} />}
            <input type="hidden" name="confirmation" value={asksFor.id ?? ''} />
            <CodeField by={asksFor.needed?.by} because={asksFor.needed?.because} {...confirmation.field('code')} />
          </>
        )}
        <Button type="submit" busy={isPending} busyText="Sedang masuk...">
          Masuk
        </Button>
      </form>
      {isMailRefused && (
        <div role="status">
          <RefusedNote />
        </div>
      )}
      {suspended?.code === 'account_deleted' && (
        <p role="alert" className="rounded-card bg-raised px-4 py-3 text-red-text">
          {suspended.message}
        </p>
      )}
      {suspended && suspended.code !== 'account_deleted' && (
        <SuspensionNotice
          text={suspended.message}
          known={refused && { notice: refused.current as Notice, email: variables?.email ?? refusal?.email ?? '' }}
        />
      )}
      <nav aria-label="Akun" className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <LinkButton to={hrefFor('daftar')} variant="quiet" className="grow">
          Daftar Akun Baru
        </LinkButton>
        <Link
          to={hrefFor('lupa')}
          className="-mx-2 inline-flex min-h-11 items-center px-2 text-muted underline underline-offset-4"
        >
          Lupa Password
        </Link>
      </nav>
    </>
  );
}
