import { useInfiniteQuery } from '@tanstack/react-query';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { pendingApplicationsQuery } from '../api-admin.ts';
import { usePendingApplicationsRealtime } from '../realtime.ts';
import { PendingApplicationCard } from './pending-application-card.tsx';

/** The applications that wait, the longest waiting first. */
export function PendingApplications({ onAsk }: { onAsk: (question: Question) => void }) {
  const query = useInfiniteQuery(pendingApplicationsQuery);
  usePendingApplicationsRealtime();
  return (
    <LongList
      query={query}
      rows={query.data?.pages.flat()}
      failed="Gagal memuat pengajuan."
      drawing="stall"
      skeletons={<ApplicationSkeletons />}
      empty={<EmptyState drawing="stall" title="Tidak ada pengajuan yang menunggu." />}
    >
      {(applications) => (
        <ul aria-label="Pengajuan" className={listStyles}>
          {applications.map((application) => (
            <PendingApplicationCard key={application.id} application={application} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </LongList>
  );
}

const listStyles = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

const ApplicationSkeletons = () => (
  <LoadingSkeletons count={2} className={listStyles}>
    <Skeleton className="h-120 rounded-card" />
  </LoadingSkeletons>
);
