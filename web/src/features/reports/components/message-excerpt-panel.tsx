import type { PendingReport } from '@lapau/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DialogPanel } from '../../../ui/overlays/dialog-panel.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { FailureCode } from '../../../ui/parts/failure-code.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { messageReportQuery } from '../api-admin.ts';

export type MessageExcerptProps = { open: boolean; onClose: () => void; report: PendingReport };

/** Shows what a report of a message stored: the message and those before it, nothing else of the conversation. */
export function MessageExcerptPanel({ open, onClose, report }: MessageExcerptProps) {
  return (
    <DialogPanel open={open} onClose={onClose} title="Pesan yang dilaporkan">
      <Excerpt reportId={report.id} />
    </DialogPanel>
  );
}

/** The excerpt is mounted with each opening, as each reading is audited. */
function Excerpt({ reportId }: { reportId: string }) {
  const { data, error, refetch } = useQuery(messageReportQuery(reportId));
  return (
    <div className="grid gap-3">
      {data && (
        <ol aria-label="Pesan" className="grid gap-2">
          {data.messages.map(({ sender_name: sender, content, sent_at: at, is_reported: isReported }) => (
            <li
              key={`${at} ${sender}`}
              className={classNames('rounded-small bg-surface px-3 py-2', isReported && 'ring-2 ring-red ring-inset')}
            >
              <p className="own-box flex flex-wrap items-center gap-2 text-small text-muted">
                <bdi className="font-semibold wrap-anywhere">{sender}</bdi>
                <time dateTime={at}>{formatDateTime(at)}</time>
                {isReported && <Badge tone="red">Dilaporkan</Badge>}
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {content}
              </p>
            </li>
          ))}
        </ol>
      )}
      {!data && !error && (
        <LoadingSkeletons count={3} className="grid gap-2">
          <Skeleton className="h-16 rounded-small" />
        </LoadingSkeletons>
      )}
      {!data && error && (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>Gagal memuat pesan.</p>
          <p className="text-small text-muted">{error.message}</p>
          <FailureCode error={error} />
          <Button variant="quiet" onClick={() => void refetch()}>
            Coba lagi
          </Button>
        </div>
      )}
      <p className="text-small text-muted">
        Hanya pesan ini dan lima pesan sebelumnya yang disimpan. Sisa percakapan tidak dapat dibaca admin.
      </p>
    </div>
  );
}
