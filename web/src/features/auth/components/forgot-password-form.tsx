import { requestPasswordReset as requestPasswordResetInput } from '@lapau/contract/auth';
import { useMutation, useQuery } from '@tanstack/react-query';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { serverNow } from '../../../lib/device/server-time.ts';
import { mailDeliveryQuery } from '../../../lib/query/mail-delivery.ts';
import { retryTransient } from '../../../lib/query/query.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { linkLifeMs, stopWaiting, useWaitingMail, waitForMail } from '../api-waiting.ts';
import { requestPasswordReset } from '../api.ts';
import { AskAdmin } from './ask-admin.tsx';
import { DoneNote } from './done-note.tsx';
import { EmailField } from './fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for the link that sets a new password, or for an admin's code where no mail arrives. */
export function ForgotPasswordForm({ codeHref }: { codeHref: string }) {
  const { data: delivery, refetch } = useQuery(mailDeliveryQuery);
  const { form, field, submit } = useAuthForm('forgot-password', requestPasswordResetInput, { email: '' });
  const waiting = useWaitingMail('reset');
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (input: { email: string }) => {
      // The form promises nothing before it knows whether mails arrive.
      const known = delivery ?? (await refetch({ throwOnError: true })).data;
      if (known?.mail !== 'off') await requestPasswordReset(input);
    },
    onSuccess: (_answer, { email }) => waitForMail('reset', email),
    onError: (error) => showFieldErrors(error, form),
    retry: retryTransient,
  });
  if (delivery?.mail === 'off') return <WithoutMail codeHref={codeHref} />;
  const isLate = delivery?.mail === 'late';
  const isOver = waiting && !isLate && serverNow() - waiting.at > linkLifeMs.reset;
  if (waiting && !isOver)
    return (
      <Sent
        email={waiting.email}
        isNew={isSuccess}
        isLate={isLate}
        codeHref={codeHref}
        onOther={() => stopWaiting('reset')}
      />
    );
  return (
    <>
      {isOver && (
        <p role="status" className="rounded-card bg-raised px-4 py-3 wrap-anywhere">
          Tautan yang diminta untuk <span>{waiting.email}</span> hanya berlaku 1 jam. Minta tautan baru.
        </p>
      )}
      <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
        <EmailField
          hint={
            isLate
              ? 'Email sedang terlambat: tautan untuk membuat kata sandi baru bisa sampai beberapa jam lagi.'
              : 'Kami kirim tautan untuk membuat kata sandi baru.'
          }
          {...field('email')}
        />
        <Button type="submit" busy={isPending} busyText="Mengirim...">
          Kirim tautan
        </Button>
      </form>
      <Link
        to={codeHref}
        className="inline-flex min-h-11 items-center justify-self-center px-2 underline underline-offset-4"
      >
        Pakai kode pemulihan
      </Link>
    </>
  );
}

type SentProps = { email: string; isNew: boolean; isLate: boolean; codeHref: string; onOther: () => void };

function Sent({ email, isNew, isLate, codeHref, onOther }: SentProps) {
  return (
    <>
      <DoneNote
        takesFocus={isNew}
        title={isLate ? 'Permintaan Anda sudah diterima.' : 'Link untuk reset password telah dikirim ke email Anda.'}
      >
        <p className="wrap-anywhere text-muted">
          {isLate && <span>Email sedang terlambat: tautannya bisa sampai beberapa jam lagi. </span>}
          <span>{`Alamatnya ${email}, kalau itu email akun Anda.`}</span>{' '}
          <span>Sudah dipakai di HP atau browser lain? Masuk dengan kata sandi baru itu.</span>
        </p>
      </DoneNote>
      <div className="grid gap-2">
        <p>
          <span>
            {isLate ? 'Tidak bisa menunggu?' : 'Belum sampai dalam beberapa menit? Lihat juga di folder spam.'}
          </span>{' '}
          Admin nagari bisa memberi kode pemulihan.
        </p>
        <CodeFromAdmin />
      </div>
      <LinkButton to={codeHref} variant="quiet">
        Pakai kode pemulihan
      </LinkButton>
      <Button variant="quiet" onClick={onOther}>
        Tulis email lain
      </Button>
    </>
  );
}

const WithoutMail = ({ codeHref }: { codeHref: string }) => (
  <>
    <div className="grid gap-2">
      <p>
        Kata sandi baru dibuat dengan kode pemulihan, sebab situs ini tidak mengirim email. Minta kodenya kepada admin
        nagari.
      </p>
      <CodeFromAdmin />
      <p className="text-muted">
        Kode berlaku 15 menit. Kalau Anda sendiri admin, minta tautan kepada pengelola server.
      </p>
    </div>
    <LinkButton to={codeHref}>Pakai kode pemulihan</LinkButton>
  </>
);

function CodeFromAdmin() {
  const { site_title: siteTitle } = useSettings();
  return <AskAdmin greeting={`Halo, saya perlu kode pemulihan untuk masuk ke ${siteTitle}.`} />;
}
