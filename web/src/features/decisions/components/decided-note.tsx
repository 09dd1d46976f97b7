import type { Decision, DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import { ofKnown } from '@lapau/contract/known';
import { formatDateTime } from '../../../lib/format/time.ts';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';

const subjects: Record<DecisionSubject, string> = {
  application: 'pengajuan ini',
  post: 'postingan ini',
  comment: 'komentar ini',
  message: 'pesan ini',
  user: 'pengguna ini',
  warung: 'warung ini',
  appeal: 'keberatan ini',
};

const actions: Record<DecisionAction, string> = {
  approve: 'menyetujui',
  reject: 'menolak',
  dismiss: 'mengabaikan laporan tentang',
  remove: 'menghapus',
  suspend: 'menangguhkan',
  lift: 'mengaktifkan',
  delete: 'menghapus',
  accept: 'menerima',
};

/** Says who has decided what, when and why; null when the decision has been undone, or was never recorded. */
export function DecidedNote({ decision }: { decision: Decision | null }) {
  if (!decision) return <p role="status">Keadaannya sudah berubah. Periksa lagi, lalu putuskan.</p>;
  const { decided_by_name: name, action, subject_type: subject, decided_at: at, reason } = decision;
  return (
    <div role="status" className="grid gap-2">
      <p className="own-box wrap-anywhere">
        <strong>
          <bdi>{name || 'Admin lain'}</bdi>
        </strong>{' '}
        <span>{`sudah ${ofKnown(actions, action) ?? 'memutuskan'} ${ofKnown(subjects, subject) ?? 'hal ini'}.`}</span>
      </p>
      <p className="text-small text-muted">
        <TimeAgo time={at} /> · <span>{formatDateTime(at)}</span>
      </p>
      {reason && (
        <p className="own-box text-small wrap-anywhere whitespace-pre-line">
          Alasan: <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  );
}
