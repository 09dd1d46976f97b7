import { linkParameters } from '@lapau/contract/links';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSettings } from '../../../lib/settings.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { Link } from '../../../ui/link.tsx';
import { SiteLogo } from '../../../ui/site-logo.tsx';
import { Greeting } from '../../previews/components/greeting.tsx';
import { FirstAdminForm } from '../components/first-admin-form.tsx';
import { ForgotPasswordForm } from '../components/forgot-password-form.tsx';
import { Notice } from '../components/notice.tsx';
import { RecoveryCodeForm } from '../components/recovery-code-form.tsx';
import { ResetPasswordForm } from '../components/reset-password-form.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { VerifyEmailNotice } from '../components/verify-email-notice.tsx';

/** The state of /login's history entry after a verification link. */
const verified = 'email_verified';

/**
 * Login, register and forgot password (`?mode=`), and what mailed and printed links open (`#reset=<token>`, `#verify=…`,
 * `#admin=…`). `?next=` is preserved by all of them.
 */
export function LoginScreen() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const hashParams = new URLSearchParams(location.hash.slice(1));
  const next = params.get('next');
  const paramsFor = (mode?: string): Record<string, string> => ({ ...(next && { next }), ...(mode && { mode }) });
  const hrefFor = (mode?: string) => {
    const query = new URLSearchParams(paramsFor(mode)).toString();
    return query ? `/login?${query}` : '/login';
  };
  const backToSignIn = () => setParams(paramsFor(), { replace: true });
  // Without the token in the URL, the route guard redirects a person who is signed in.
  const showVerified = () => setParams(paramsFor(), { replace: true, state: verified });
  const back = (
    <Link to={hrefFor()} className="inline-flex min-h-11 items-center justify-self-center px-2 font-semibold text-gold">
      Kembali ke halaman masuk
    </Link>
  );

  const resetToken = hashParams.get(linkParameters.resetPassword);
  const adminToken = hashParams.get(linkParameters.firstAdmin);
  if (resetToken) {
    return (
      <Page title="Atur kata sandi baru">
        <ResetPasswordForm token={resetToken} onDone={backToSignIn} />
        {back}
      </Page>
    );
  }
  if (adminToken) {
    return (
      <Page title="Buat admin pertama">
        <FirstAdminForm token={adminToken} />
        {back}
      </Page>
    );
  }
  if (params.get('mode') === 'daftar') {
    return (
      <Page title="Daftar Akun Baru">
        <SignUpForm onDone={backToSignIn} />
        {back}
      </Page>
    );
  }
  if (params.get('mode') === 'lupa') {
    return (
      <Page title="Lupa Password">
        <ForgotPasswordForm />
        <nav aria-label="Cara lain" className="grid justify-items-center">
          <Link to={hrefFor('kode')} className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
            Pakai kode pemulihan
          </Link>
          {back}
        </nav>
      </Page>
    );
  }
  if (params.get('mode') === 'kode') {
    return (
      <Page title="Pakai kode pemulihan">
        <RecoveryCodeForm onDone={backToSignIn} />
        {back}
      </Page>
    );
  }
  const verifyToken = hashParams.get(linkParameters.verifyEmail);
  return (
    <Page>
      <Greeting path={next ?? '/'} />
      {verifyToken && <VerifyEmailNotice token={verifyToken} onVerified={showVerified} />}
      {location.state === verified && <Notice tone="good">Email Anda sudah diverifikasi. Silakan masuk.</Notice>}
      <SignInForm hrefFor={hrefFor} />
    </Page>
  );
}

/** The sign-in form has the greeting's heading for a title. */
function Page({ title, children }: { title?: string; children: ReactNode }) {
  const { logo_url: logoUrl, site_title: siteTitle } = useSettings();
  return (
    <main className="grid gap-6 px-5 py-8">
      <SiteLogo url={logoUrl} title={siteTitle} />
      {title && <Heading className="text-2xl font-bold">{title}</Heading>}
      {children}
    </main>
  );
}
