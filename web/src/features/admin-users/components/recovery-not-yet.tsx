import type { AdminUser } from '@lapau/contract/admin-users';
import { limits } from '@lapau/contract/limits';
import { formatDate } from '../../../lib/format/time.ts';

/** Whether two admins, one of whom is this one, can make a code together for somebody who was an admin lately (D80). */
export function canRecover({ recovery_admins: admins }: AdminUser, userId: string): boolean {
  return !admins || (admins.length > 1 && admins.some(({ id }) => id === userId));
}

const names = new Intl.ListFormat('id-ID');
const dayMs = 86_400_000;

/** Says why the admin who reads it can neither ask for a code nor make it, who can, and when one admin is enough. */
export function RecoveryNotYet({ person, adminUntil }: { person: AdminUser; adminUntil: string }) {
  const { full_name: name, recovery_admins: admins } = person;
  const free = formatDate(new Date(Date.parse(adminUntil) + limits.formerAdminDays * dayMs).toISOString());
  const able = admins ?? [];
  return (
    <div className="grid gap-4">
      <p className="own-box">
        <bdi>{name}</bdi> adalah admin sampai <span>{formatDate(adminUntil)}</span>. Kode pemulihannya perlu dua admin
        yang waktu itu sudah <span>{limits.recoveryAdminDays}</span> hari menjadi admin.
      </p>
      {able.length > 1 ? (
        <p>
          Anda waktu itu belum <span>{limits.recoveryAdminDays}</span> hari menjadi admin. Yang dapat meminta dan
          menyetujui: <span className="font-semibold">{names.format(able.map(({ full_name }) => full_name))}</span>.
        </p>
      ) : (
        <p className="own-box">
          Tidak ada dua admin seperti itu, jadi kode belum dapat dibuat. <bdi>{name}</bdi> dapat mengatur kata sandi
          baru lewat Lupa Password di halaman masuk.
        </p>
      )}
      <p className="text-muted">{`Mulai ${free} satu admin cukup.`}</p>
    </div>
  );
}
