import type { LoginNotice } from '@lapau/contract/auth';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useSettings } from '../../../lib/settings.tsx';
import { Link } from '../../../ui/link.tsx';
import { SiteLogo } from '../../../ui/site-logo.tsx';
import { FirstAdminForm } from '../parts/first-admin-form.tsx';
import { ForgotPasswordForm } from '../parts/forgot-password-form.tsx';
import { ResetPasswordForm } from '../parts/reset-password-form.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';
import { SignUpForm } from '../parts/sign-up-form.tsx';

/**
 * Login, register and forgot password (`?mode=`), and what mailed and printed links open: `?reset=<token>`,
 * `?admin=<token>`, `?notice=<LoginNotice>`. `?next=` stays through all of them.
 */
export function LoginScreen() {
  const [params, setParams] = useSearchParams();
  const next = params.get('next');
  const onward = (mode?: string): Record<string, string> => ({ ...(next && { next }), ...(mode && { mode }) });
  const hrefFor = (mode?: string) => {
    const query = new URLSearchParams(onward(mode)).toString();
    return query ? `/login?${query}` : '/login';
  };
  const backToSignIn = () => setParams(onward(), { replace: true });
  const back = (
    <Link to={hrefFor()} className="inline-flex min-h-11 items-center justify-self-center px-2 font-semibold text-gold">
      Kembali ke halaman masuk
    </Link>
  );

  const resetToken = params.get('reset');
  const adminToken = params.get('admin');
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
        {back}
      </Page>
    );
  }
  return (
    <Page title="Masuk">
      <Notice notice={params.get('notice')} />
      <SignInForm hrefFor={hrefFor} />
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  const { logo_url: logoUrl, site_title: siteTitle } = useSettings();
  return (
    <main className="grid gap-6 px-5 py-8">
      <SiteLogo url={logoUrl} title={siteTitle} />
      <h1 className="text-2xl font-bold">{title}</h1>
      {children}
    </main>
  );
}

const notices: Record<LoginNotice, { text: string; look: string }> = {
  email_verified: { text: 'Email Anda sudah diverifikasi. Silakan login.', look: 'text-pandan' },
  invalid_link: {
    text: 'Tautan verifikasi sudah tidak berlaku. Login untuk meminta tautan baru.',
    look: 'text-red-text',
  },
};

function Notice({ notice }: { notice: string | null }) {
  const known = Object.entries(notices).find(([name]) => name === notice);
  if (!known) return null;
  const [, { text, look }] = known;
  return (
    <p role="status" className={`rounded-card bg-raised px-4 py-3 ${look}`}>
      {text}
    </p>
  );
}
