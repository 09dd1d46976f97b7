import type { PendingAppeal } from '@lapau/contract/appeals';
import { isKnownDecision } from '@lapau/contract/decisions';
import type { DecisionSubject } from '@lapau/contract/decisions';
import { waitsTooLongMs } from '@lapau/contract/desk';
import { ofKnown } from '@lapau/contract/known';
import { memo } from 'react';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { UnknownNote } from '../../decisions/components/unknown-note.tsx';

type AppealCardProps = {
  appeal: PendingAppeal;
  onDecide: (appeal: PendingAppeal, action: 'accept' | 'reject') => void;
};

const subjects: Partial<Record<DecisionSubject, string>> = {
  user: 'akun',
  warung: 'warung',
  post: 'postingan',
  comment: 'komentar',
  message: 'pesan',
};

/** Shows who appeals against which decision, with the answers to choose from. */
export const AppealCard = memo(({ appeal, onDecide }: AppealCardProps) => {
  const { decision, full_name: name, created_at: createdAt } = appeal;
  const isLate = useNow() - Date.parse(createdAt) > waitsTooLongMs;
  const isKnown = isKnownDecision(decision);
  const what = !isKnown ? 'Keputusan' : decision.action === 'suspend' ? 'Penangguhan' : 'Penghapusan';
  return (
    <li className="grid gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge tone="quiet">
          <span>{what}</span> <span>{ofKnown(subjects, decision.subject_type)}</span>
        </Badge>
        {isLate && <Badge tone="red">Lebih dari sehari</Badge>}
      </div>
      <div>
        <h2 className="own-box leading-snug font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-small text-muted">
          <TimeAgo time={createdAt} />
        </p>
      </div>
      <p dir="auto" className="rounded-small bg-raised px-3 py-2 wrap-anywhere whitespace-pre-line">
        {appeal.content}
      </p>
      <p className="own-box text-small wrap-anywhere text-muted">
        <span>
          Diputuskan <bdi>{decision.decided_by_name || 'admin'}</bdi> pada{' '}
          <span>{formatDateTime(decision.decided_at)}</span>.
        </span>{' '}
        {decision.reason && (
          <span>
            Alasan: <bdi>{decision.reason}</bdi>
          </span>
        )}
      </p>
      {appeal.is_own ? (
        <p className="text-small text-muted">Ini menyangkut Anda sendiri. Admin lain yang memutuskan.</p>
      ) : !isKnown ? (
        <UnknownNote />
      ) : (
        <>
          {appeal.is_by_me && (
            <p className="text-small text-gold">Ini keputusan Anda sendiri. Sebaiknya admin lain yang menjawab.</p>
          )}
          <div className="flex gap-2 *:flex-1">
            <Button variant="quiet" onClick={() => onDecide(appeal, 'reject')}>
              Tolak
            </Button>
            <Button onClick={() => onDecide(appeal, 'accept')}>Terima</Button>
          </div>
        </>
      )}
    </li>
  );
});
