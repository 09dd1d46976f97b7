import type { CallOutput } from '@lapau/contract/calls';
import { waitsTooLongMs } from '@lapau/contract/desk';
import { ChevronRight, ClipboardList, Flag, Scale } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatCount } from '../../../lib/format/count.ts';
import { Badge } from '../../../ui/parts/badge.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';

type Waiting = CallOutput<'get_admin_stats'>['waiting'];
type WaitingQueuesProps = {
  waiting: Waiting;
  /** Brings the applications on this screen into view. */
  onShowApplications: () => void;
};

/** The queues that wait for a decision, each with its age; a tap leads to its oldest item. */
export const WaitingQueues = ({ waiting, onShowApplications }: WaitingQueuesProps) => (
  <ul aria-label="Menunggu keputusan" className="grid grid-cols-1 divide-y divide-line rounded-card bg-surface">
    <li>
      <button type="button" onClick={onShowApplications} className={rowStyles}>
        <Queue Icon={ClipboardList} noun="pengajuan" {...waiting.applications} />
      </button>
    </li>
    <li>
      <Link to="/admin/reports" className={rowStyles}>
        <Queue Icon={Flag} noun="laporan" {...waiting.reports} />
      </Link>
    </li>
    <li>
      <Link to="/admin/reports?bagian=keberatan" className={rowStyles}>
        <Queue Icon={Scale} noun="keberatan" {...waiting.appeals} />
      </Link>
    </li>
  </ul>
);

const rowStyles =
  'flex min-h-14 w-full items-center gap-3 rounded-card px-3 py-2 text-left -outline-offset-2 active:opacity-80';

type QueueProps = Waiting['reports'] & { noun: string; Icon: LucideIcon };

function Queue({ noun, Icon, count, oldest_at: oldest }: QueueProps) {
  const now = useNow();
  const isLate = oldest !== null && now - Date.parse(oldest) > waitsTooLongMs;
  return (
    <>
      <Icon aria-hidden="true" className={count > 0 ? 'size-6 shrink-0 text-gold' : 'size-6 shrink-0 text-muted'} />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{`${count > 0 ? formatCount(count) : 'Tidak ada'} ${noun}`}</span>
        {oldest !== null && (
          <span className="flex flex-wrap items-center gap-x-2 text-small text-muted">
            <span>
              tertua <TimeAgo time={oldest} isShort />
            </span>
            {isLate && <Badge tone="red">Lebih dari sehari</Badge>}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </>
  );
}
