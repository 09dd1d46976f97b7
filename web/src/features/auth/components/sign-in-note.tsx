import { errors } from '@lapau/contract/errors';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverNow } from '../../../lib/device/server-time.ts';
import { mailDeliveryQuery } from '../../../lib/query/mail-delivery.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { linkLifeMs, signUpStateQuery, useWaitingMail } from '../api-waiting.ts';
import type { WaitingMail } from '../api-waiting.ts';
import { AskAdmin } from './ask-admin.tsx';
import { DoneNote } from './done-note.tsx';

/** The success that has led a person to the form for signing in. */
export type Done = 'password_set' | 'signed_up';

/**
 * Says what was done in the previous form, or on this device some time ago, and what comes next.
 * @param props.onClose puts away the note of a sign-up
 */
export function SignInNote({ done, onClose }: { done: Done | undefined; onClose: () => void }) {
  const signUp = useWaitingMail('sign_up');
  const reset = useWaitingMail('reset');
  const isNew = done === 'signed_up';
  if (done === 'password_set') return <DoneNote title="Kata sandi baru tersimpan. Silakan masuk." />;
  if (signUp) return <WaitingSignUp mail={signUp} takesFocus={isNew} onClose={onClose} />;
  if (isNew) return <SignedUp takesFocus />;
  if (!reset || serverNow() - reset.at > linkLifeMs.reset) return null;
  return (
    <p role="status" className="rounded-card bg-raised px-4 py-3 wrap-anywhere">
      Anda meminta tautan untuk kata sandi baru ke <span>{reset.email}</span>. Sudah dipakai di HP atau browser lain?
      Masuk dengan kata sandi baru itu.
    </p>
  );
}

type WaitingSignUpProps = { mail: WaitingMail; takesFocus: boolean; onClose: () => void };

/** Says how far a sign-up is, since its link may be opened in another browser. */
function WaitingSignUp({ mail, takesFocus, onClose }: WaitingSignUpProps) {
  const { data } = useQuery(signUpStateQuery(mail));
  const isOver = data?.state === 'over' || serverNow() - mail.at > linkLifeMs.sign_up;
  const close = (
    <Button variant="quiet" className="justify-self-start" onClick={onClose}>
      Tutup
    </Button>
  );
  if (data?.state === 'verified')
    return (
      <DoneNote key="verified" title="Email Anda sudah diverifikasi." takesFocus={false}>
        <p className="wrap-anywhere text-muted">
          Masuk dengan <span>{mail.email}</span> dan kata sandi yang Anda pakai waktu mendaftar.
        </p>
        {close}
      </DoneNote>
    );
  if (data?.state === 'mail_refused' || isOver)
    return (
      <div role="status" className="grid gap-2 rounded-card bg-raised px-4 py-3">
        <p className="wrap-anywhere text-muted">{mail.email}</p>
        {isOver ? (
          <p>
            Tautan verifikasi berlaku 24 jam, dan email ini belum diverifikasi. Masuk dengan kata sandi Anda, lalu
            tautannya dikirim lagi. Tidak bisa? Daftar lagi.
          </p>
        ) : (
          <>
            <p className="text-red-text">{errors.email_takes_no_mail[1]}</p>
            <RefusedNote />
          </>
        )}
        {close}
      </div>
    );
  return (
    <SignedUp email={mail.email} takesFocus={takesFocus}>
      {close}
    </SignedUp>
  );
}

type SignedUpProps = { email?: string; takesFocus: boolean; children?: ReactNode };

function SignedUp({ email, takesFocus, children }: SignedUpProps) {
  const { site_title: siteTitle } = useSettings();
  const { data } = useQuery(mailDeliveryQuery);
  // The note promises nothing before it is known whether mails arrive.
  if (!data) return <DoneNote title="Pendaftaran Anda sudah diterima." takesFocus={takesFocus} />;
  if (data.mail === 'off')
    return (
      <DoneNote title="Pendaftaran Anda sudah diterima." takesFocus={takesFocus}>
        <p className="text-muted">
          Akun dibuka dengan tautan, tetapi situs ini tidak mengirim email. <span>{askForLink}</span>
        </p>
        <AskAdmin greeting={greetingFor(siteTitle)} />
        {children}
      </DoneNote>
    );
  return (
    <DoneNote title="Pendaftaran berhasil! Silakan periksa email Anda untuk verifikasi." takesFocus={takesFocus}>
      <p className="wrap-anywhere text-muted">
        {email !== undefined && <span>{`Alamatnya ${email}. `}</span>}
        {data.mail === 'late' && <span>Email sedang terlambat: tautannya bisa sampai beberapa jam lagi. </span>}
        <span>Lihat juga di folder spam. Belum sampai? Masuk dengan kata sandi Anda, lalu tautannya dikirim lagi.</span>
      </p>
      {children}
    </DoneNote>
  );
}

/** Says what to do where the link that opens the account cannot arrive. */
export const RefusedNote = () => (
  <p>Salah tulis? Daftar lagi dengan email yang benar. Kalau sudah benar, tanyakan kepada penyedia email Anda.</p>
);

const askForLink = 'Minta tautannya kepada pengelola situs lewat admin nagari.';
const greetingFor = (siteTitle: string) => `Halo, saya perlu tautan untuk membuka akun ${siteTitle} saya.`;
