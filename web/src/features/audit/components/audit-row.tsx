import type { AuditEntry } from '@lapau/contract/audit';
import { formatDateTime } from '../../../lib/format/time.ts';
import type { AuditFilter } from '../api.ts';
import { changesOf } from './audit-changes.ts';
import { auditText } from './audit-texts.ts';

export type OnFilter = (name: 'orang' | 'hal', value: string) => void;

type AuditRowProps = {
  entry: AuditEntry;
  /** The filter of the list; the row needs no buttons for what is filtered already. */
  filter: AuditFilter;
  onFilter: OnFilter;
};

const filterStyles =
  'own-box inline-flex min-h-11 items-center text-small underline underline-offset-4 active:opacity-70';

/** Shows who did what, to whom, when and why, and what it was before and after. */
export function AuditRow({ entry, filter, onFilter }: AuditRowProps) {
  const { actor_id, actor_name, target_user_id, target_user_name, target_id, reason, created_at } = entry;
  const actor = actor_name || 'Seseorang yang akunnya sudah dihapus';
  return (
    <li className="grid grid-cols-1 gap-1.5 rounded-card bg-surface px-3 pt-3 pb-1 ring-1 ring-line ring-inset">
      <p className="own-box leading-snug wrap-anywhere">
        <bdi className="font-semibold">{actor}</bdi> <span>{auditText(entry)}</span>.
      </p>
      {reason !== '' && (
        <p className="own-box text-small wrap-anywhere">
          Alasan: <bdi>{reason}</bdi>
        </p>
      )}
      {changesOf(entry).map(({ field, before, after }) => (
        <p key={field} className="own-box text-small wrap-anywhere text-muted">
          <span>{field}</span>:{' '}
          <del dir="auto" className="whitespace-pre-line">
            {before}
          </del>{' '}
          menjadi{' '}
          <ins dir="auto" className="font-semibold whitespace-pre-line text-text no-underline">
            {after}
          </ins>
        </p>
      ))}
      <p className="text-small text-muted">{formatDateTime(created_at)}</p>
      <p className="flex flex-wrap gap-x-5">
        {actor_id && actor_id !== filter.person_id && (
          <button type="button" className={filterStyles} onClick={() => onFilter('orang', actor_id)}>
            <span>
              Semua tentang <bdi>{actor}</bdi>
            </span>
          </button>
        )}
        {target_user_id && target_user_id !== actor_id && target_user_id !== filter.person_id && (
          <button type="button" className={filterStyles} onClick={() => onFilter('orang', target_user_id)}>
            <span>
              Semua tentang <bdi>{target_user_name ?? 'orang ini'}</bdi>
            </span>
          </button>
        )}
        {target_id !== target_user_id && target_id !== filter.target_id && (
          <button type="button" className={filterStyles} onClick={() => onFilter('hal', target_id)}>
            Riwayat hal ini
          </button>
        )}
      </p>
    </li>
  );
}
