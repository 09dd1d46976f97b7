import { useQuery } from '@tanstack/react-query';
import { mailDeliveryQuery } from '../../../lib/mail-delivery.ts';
import { useSettings } from '../../../lib/settings.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { DoneNote } from './done-note.tsx';

/** What has led to the form in which people sign in. */
export type Done = 'password_set' | 'signed_up';

/** What was done in the form before, and what comes next. */
export const SignInNote = ({ done }: { done: Done }) =>
  done === 'password_set' ? <DoneNote title="Kata sandi baru tersimpan. Silakan masuk." /> : <SignedUp />;

function SignedUp() {
  const { site_title: siteTitle } = useSettings();
  const { data } = useQuery(mailDeliveryQuery);
  // Nothing is promised before it is known whether mails arrive.
  if (!data) return <DoneNote title="Pendaftaran Anda sudah diterima." />;
  if (data.mail === 'off')
    return (
      <DoneNote title="Pendaftaran Anda sudah diterima.">
        <p className="text-muted">Akun dibuka dengan tautan, tetapi situs ini tidak mengirim email. {askForLink}</p>
        <AskAdmin greeting={greetingFor(siteTitle)} />
      </DoneNote>
    );
  return (
    <DoneNote title="Pendaftaran berhasil! Silakan periksa email Anda untuk verifikasi.">
      <p className="text-muted">
        {data.mail === 'late' && 'Email sedang terlambat: tautannya bisa sampai beberapa jam lagi. '}
        Belum sampai? Masuk dengan kata sandi Anda, lalu tautannya dikirim lagi.
      </p>
    </DoneNote>
  );
}

/** Whether the link that opens the account arrives, where the password was right and the link is not opened yet. */
export function LinkNote() {
  const { site_title: siteTitle } = useSettings();
  const { data } = useQuery(mailDeliveryQuery);
  if (data?.mail === 'late')
    return <p role="status">Email sedang terlambat: tautannya bisa sampai beberapa jam lagi.</p>;
  if (data?.mail !== 'off') return null;
  return (
    <div role="status" className="grid gap-2">
      <p>Situs ini tidak mengirim email. {askForLink}</p>
      <AskAdmin greeting={greetingFor(siteTitle)} />
    </div>
  );
}

/** What to do where the link that opens the account cannot arrive. */
export const RefusedNote = () => (
  <p role="status">
    Salah tulis? Daftar lagi dengan email yang benar. Kalau sudah benar, tanyakan kepada penyedia email Anda.
  </p>
);

const askForLink = 'Minta tautannya kepada pengelola situs lewat admin nagari.';
const greetingFor = (siteTitle: string) => `Halo, saya perlu tautan untuk membuka akun ${siteTitle} saya.`;
