import { readLoginLink } from '@lapau/contract/links';
import type { LoginLink } from '@lapau/contract/links';
import { linkTarget } from '@lapau/contract/previews';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSettings } from '../../../lib/query/settings.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { SiteLogo } from '../../../ui/parts/site-logo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { DishesBeside } from '../../previews/components/dishes-beside.tsx';
import { Greeting } from '../../previews/components/greeting.tsx';
import { stopWaiting } from '../api-waiting.ts';
import { CookieNote } from '../components/cookie-note.tsx';
import { CutLink } from '../components/cut-link.tsx';
import { FirstAdminForm } from '../components/first-admin-form.tsx';
import { ForgotPasswordForm } from '../components/forgot-password-form.tsx';
import { RecoveryCodeForm } from '../components/recovery-code-form.tsx';
import { ResetPasswordForm } from '../components/reset-password-form.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { SignInNote } from '../components/sign-in-note.tsx';
import type { Done } from '../components/sign-in-note.tsx';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { VerifyEmailForm } from '../components/verify-email-form.tsx';

const titles: Record<LoginLink['opens'], string> = {
  resetPassword: 'Atur kata sandi baru',
  verifyEmail: 'Verifikasi email',
  firstAdmin: 'Buat admin pertama',
};

/**
 * Login, register and forgot password (`?mode=`), and the forms of mailed and printed links (`#reset=<token>`, `#verify=…`,
 * `#admin=…`, or these as other programs have changed them). `?next=` is preserved by all of them.
 */
export function LoginScreen() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const next = params.get('next');
  const paramsFor = (mode?: string): Record<string, string> => ({ ...(next && { next }), ...(mode && { mode }) });
  const hrefFor = (mode?: string) => {
    const query = new URLSearchParams(paramsFor(mode)).toString();
    return query ? `/login?${query}` : '/login';
  };
  // Without a token in the URL, the route guard redirects a person who is signed in.
  const backToSignIn = (done?: Done) => setParams(paramsFor(), { replace: true, state: { done } });
  const back = (
    <Link to={hrefFor()} className="inline-flex min-h-11 items-center justify-self-center px-2 font-semibold text-gold">
      Kembali ke halaman masuk
    </Link>
  );

  const link = readLoginLink(`/login${location.search}${location.hash}`);
  if (link && link.token === undefined) {
    return (
      <Page title={titles[link.opens]}>
        <CutLink opens={link.opens} hrefFor={hrefFor} />
      </Page>
    );
  }
  if (link?.opens === 'resetPassword') {
    return (
      <Page title={titles.resetPassword}>
        <ResetPasswordForm token={link.token} onDone={() => backToSignIn('password_set')} />
        {back}
      </Page>
    );
  }
  if (link?.opens === 'verifyEmail') {
    return (
      <Page title={titles.verifyEmail}>
        <VerifyEmailForm key={link.token} token={link.token} onVerified={() => backToSignIn()} />
        {back}
      </Page>
    );
  }
  if (link?.opens === 'firstAdmin') {
    return (
      <Page title={titles.firstAdmin}>
        <FirstAdminForm token={link.token} />
        {back}
      </Page>
    );
  }
  if (params.get('mode') === 'daftar') {
    return (
      <Page title="Daftar Akun Baru">
        <SignUpForm isFromLink={linkTarget(next ?? '') !== undefined} onDone={() => backToSignIn('signed_up')} />
        {back}
      </Page>
    );
  }
  if (params.get('mode') === 'lupa') {
    return (
      <Page title="Lupa Password">
        <ForgotPasswordForm codeHref={hrefFor('kode')} />
        {back}
      </Page>
    );
  }
  if (params.get('mode') === 'kode') {
    return (
      <Page title="Pakai kode pemulihan">
        <RecoveryCodeForm onDone={() => backToSignIn('password_set')} />
        {back}
      </Page>
    );
  }
  const { done } = (location.state ?? {}) as { done?: Done };
  const closeNote = () => {
    stopWaiting('sign_up');
    backToSignIn();
  };
  return (
    <Page>
      <SignInForm
        greeting={<Greeting path={next ?? '/'} />}
        note={<SignInNote done={done} onClose={closeNote} />}
        hrefFor={hrefFor}
      />
      <DishesBeside path={next ?? '/'} />
    </Page>
  );
}

/** The sign-in form has the greeting's heading for a title, and stands beside it on a phone on its side. */
function Page({ title, children }: { title?: string; children: ReactNode }) {
  const { logo_url: logoUrl, site_title: siteTitle } = useSettings();
  return (
    <main
      className={classNames(
        'grid gap-4 px-5 py-4 [@media(height>=56rem)]:gap-6 [@media(height>=56rem)]:py-8',
        title === undefined ? 'sideways:grid-cols-2 sideways:gap-x-8' : 'sideways:mx-auto sideways:max-w-column',
      )}
    >
      <SiteLogo url={logoUrl} title={siteTitle} />
      {title && <Heading className="text-2xl font-bold">{title}</Heading>}
      <CookieNote />
      {children}
    </main>
  );
}
