import type { ConfirmationNeeded } from '@lapau/contract/auth';
import { ofKnown } from '@lapau/contract/known';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SyntheticEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldOf } from '../../../lib/forms/use-schema-form.ts';
import { mailDeliveryQuery } from '../../../lib/query/mail-delivery.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AccountName } from '../../../ui/parts/account-name.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { CodeField } from './fields.tsx';

export type CodeValues = { code: string };

type ConfirmationFormProps = {
  email: string;
  by: ConfirmationNeeded['by'];
  because: ConfirmationNeeded['because'];
  form: UseFormReturn<CodeValues>;
  field: FieldOf<CodeValues>;
  isPending: boolean;
  onSubmit: (event: SyntheticEvent) => void;
  onResend: () => void;
  isResent: boolean;
  onBack: () => void;
};

const codeSources = {
  mail: 'yang kami kirim ke email Anda.',
  admin: 'pemulihan. Minta kodenya kepada admin nagari.',
};

/** Says why a code is asked for, and who gives it. */
export const WhyConfirm = ({ by, because }: Pick<ConfirmationNeeded, 'by' | 'because'>) => (
  <p role="status" className="text-muted">
    <span>
      {because === 'crowd'
        ? 'Lapau sedang sangat ramai. Supaya tidak lama menunggu di perangkat baru, tulis kode '
        : 'Banyak kata sandi salah dicoba di akun ini. Untuk masuk di perangkat baru, tulis juga kode '}
    </span>
    <span>{ofKnown(codeSources, by) ?? 'konfirmasi.'}</span>
  </p>
);

/** Asks for the code that confirms a sign-in on a new device. */
export function ConfirmationForm({
  email,
  by,
  because,
  form,
  field,
  isPending,
  onSubmit,
  onResend,
  isResent,
  onBack,
}: ConfirmationFormProps) {
  const { site_title: siteTitle } = useSettings();
  const { data: delivery } = useQuery(mailDeliveryQuery);
  const isLate = by === 'mail' && delivery?.mail === 'late';
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <WhyConfirm by={by} because={because} />
      {because === 'crowd' && (
        <p className="text-muted">
          <span>Kata sandi Anda diperiksa sesudahnya.</span>
          {by === 'mail' && (
            <span>
              {' '}
              Kode dikirim sekali sejam dan berlaku 1 jam: kalau sudah pernah, cari di email Anda. Tidak ada? Mungkin
              email yang Anda tulis bukan email akun Anda.
            </span>
          )}
        </p>
      )}
      <AccountName email={email} />
      <CodeField by={by} because={because} {...field('code')} />
      <Button type="submit" busy={isPending} busyText="Sedang masuk...">
        Masuk
      </Button>
      <p role="status" className="empty:hidden">
        {isResent && 'Kode baru sudah dikirim.'}
      </p>
      {by === 'mail' && (
        <Button variant="quiet" disabled={isPending} onClick={onResend}>
          {because === 'crowd' ? 'Coba tanpa kode' : 'Kirim kode baru'}
        </Button>
      )}
      <Button variant="quiet" onClick={onBack}>
        Kembali
      </Button>
      {(by === 'admin' || isLate) && (
        <div className="grid gap-2">
          {isLate && <p>Email sedang terlambat. Admin nagari bisa memberi kode pemulihan.</p>}
          <AskAdmin greeting={`Halo, saya perlu kode pemulihan untuk masuk ke ${siteTitle}.`} />
        </div>
      )}
    </form>
  );
}
