import type { PendingReport } from '@lapau/contract/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '../../../lib/calls/api.ts';
import { photosFailure } from '../../../lib/uploads/photos-failure.ts';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { pendingReportsQuery } from '../api-admin.ts';
import type { MessageExcerptProps } from './message-excerpt-panel.tsx';
import { ReportCard } from './report-card.tsx';
import { deletionTitle, removalVerb, titleOf } from './report-texts.ts';

/** A reported message with those before it. */
const MessageExcerpt = lazyOverlay<MessageExcerptProps>(
  async () => (await import('./message-excerpt-panel.tsx')).MessageExcerptPanel,
);

/** The reported things that wait for a decision: each has one card, however many people have reported it. */
export function ReportList() {
  const query = useInfiniteQuery(pendingReportsQuery);
  const { ask, dialog } = useDecision();
  const [excerpt, setExcerpt] = useState<{ report: PendingReport; open: boolean }>();
  const onRead = useCallback((report: PendingReport) => setExcerpt({ report, open: true }), []);
  const onDecide = useCallback(
    (report: PendingReport, action: 'dismiss' | 'remove') =>
      ask({
        proposal: { subject_type: 'report', subject_id: report.id, action },
        version: report.version,
        isReasonUnread: report.is_gone,
        title: action === 'dismiss' ? 'Abaikan laporan ini?' : deletionTitle(report),
        verb: action === 'dismiss' ? 'Abaikan' : removalVerb(report),
        decide: async (given) => {
          const p_action = action === 'dismiss' ? 'dismiss' : 'resolve_and_delete';
          return (await api.handle_report({ p_report_id: report.id, p_action, ...given })).decision;
        },
        about: `${titleOf(report)} · ${report.reported_post_owner_name}`,
        done: 'Laporan telah diproses.',
        failed: 'Gagal memproses laporan: {detail}',
        ...(report.subject_type === 'post' && { failedBy: photosFailure }),
      }),
    [ask],
  );
  return (
    <>
      <LongList
        query={query}
        rows={query.data?.pages.flat()}
        failed="Gagal memuat laporan."
        drawing="lost"
        skeletons={<ReportSkeletons />}
        empty={
          <EmptyState drawing="plate" title="Tidak ada laporan yang menunggu." text="Laporan baru muncul di sini." />
        }
      >
        {(reports) => (
          <ul aria-label="Laporan" className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
            {reports.map((report) => (
              <ReportCard key={report.id} report={report} onDecide={onDecide} onRead={onRead} />
            ))}
          </ul>
        )}
      </LongList>
      {dialog}
      {excerpt && (
        <MessageExcerpt
          key={excerpt.report.id}
          report={excerpt.report}
          open={excerpt.open}
          onClose={() => setExcerpt({ ...excerpt, open: false })}
        />
      )}
    </>
  );
}

const ReportSkeletons = () => (
  <LoadingSkeletons count={3} className="grid gap-3 lg:grid-cols-2">
    <Skeleton className="h-64 rounded-card" />
  </LoadingSkeletons>
);
