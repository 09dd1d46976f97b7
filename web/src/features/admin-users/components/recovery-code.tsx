import type { AdminUser } from '@lapau/contract/admin-users';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/time.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { createRecoveryCode, requestRecoveryCode } from '../api.ts';
import { canRecover, RecoveryNotYet } from './recovery-not-yet.tsx';

/**
 * Makes a code that the admin reads out to a person. It is shown once: closing the dialog forgets it. For somebody who has
 * just ceased to be an admin, another admin asks for it first.
 */
export function RecoveryCode({ person }: { person: AdminUser }) {
  const { user } = useMember();
  const { data, mutate, isPending } = useMutation(createRecoveryCode);
  if (!data) {
    const { admin_until: adminUntil, recovery_request: request } = person;
    if (adminUntil && !canRecover(person, user.id)) return <RecoveryNotYet person={person} adminUntil={adminUntil} />;
    if (adminUntil && (!request || request.by === user.id)) return <Request person={person} adminUntil={adminUntil} />;
    return (
      <div className="grid gap-4">
        {adminUntil && request && (
          <p className="own-box">
            <bdi>{request.by_name}</bdi> meminta kode ini. <bdi>{person.full_name}</bdi> adalah admin sampai{' '}
            <span>{formatDate(adminUntil)}</span>, jadi kodenya perlu dua admin: dengan membuatnya Anda ikut menyetujui.
          </p>
        )}
        <p className="own-box">
          Dengan kode ini <bdi>{person.full_name}</bdi> membuat kata sandi baru tanpa membuka email. Kode berlaku 15
          menit dan sekali pakai; kode sebelumnya tidak berlaku lagi.
        </p>
        <p className="text-muted">
          Pastikan dulu bahwa yang meminta memang orangnya. Ia diberi tahu, dan tindakan ini dicatat.
        </p>
        <Button busy={isPending} busyText="Membuat kode..." onClick={() => mutate(person.id)}>
          {adminUntil ? 'Setujui dan buat kode' : 'Buat kode'}
        </Button>
      </div>
    );
  }
  const { code, expires_at } = data;
  return (
    <div key="code" className="grid gap-4">
      <output
        aria-label="Kode pemulihan"
        className="rounded-card bg-raised p-4 text-center font-mono text-2xl font-semibold break-words text-gold ring-1 ring-line ring-inset"
      >
        {code}
      </output>
      <p>{`Berlaku sampai pukul ${formatTime(expires_at)} WIB. Kode tidak ditampilkan lagi setelah ini ditutup.`}</p>
      <p className="own-box">
        Bacakan kepada <bdi>{person.full_name}</bdi>: di halaman masuk ketuk Lupa Password, lalu Pakai kode pemulihan.
        Setelah itu ia masuk dengan email <span className="font-semibold break-all">{person.email}</span>.
      </p>
      <Button variant="quiet" icon={<Copy aria-hidden="true" className="size-5" />} onClick={() => void copyCode(code)}>
        Salin kode
      </Button>
    </div>
  );
}

/** Asks another admin, who then makes the code. */
function Request({ person, adminUntil }: { person: AdminUser; adminUntil: string }) {
  const { mutate, isPending } = useMutation(requestRecoveryCode);
  const { full_name: name, recovery_request: request } = person;
  return (
    <div className="grid gap-4">
      <p className="own-box">
        <bdi>{name}</bdi> adalah admin sampai <span>{formatDate(adminUntil)}</span>. Selama 30 hari sesudahnya, kode
        pemulihannya perlu dua admin: yang satu meminta, yang lain menyetujui dan membuatnya.
      </p>
      {request ? (
        <p role="status" className="font-semibold">
          Permintaan Anda menunggu admin lain sampai <span>{formatDateTime(request.expires_at)}</span>. Kode tampil di
          HP admin yang menyetujui.
        </p>
      ) : (
        <>
          <p className="text-muted">
            Pastikan dulu bahwa yang meminta memang orangnya. Ia dan semua admin diberi tahu, dan tindakan ini dicatat.
          </p>
          <Button busy={isPending} busyText="Meminta..." onClick={() => mutate(person.id)}>
            Minta admin lain
          </Button>
        </>
      )}
    </div>
  );
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toast.success('Kode pemulihan disalin.');
  } catch {
    toast.error('Kode tidak dapat disalin. Tahan kodenya, lalu pilih salin.');
  }
}
