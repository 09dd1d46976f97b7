import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { pendingApplicationsQuery } from '../api-admin.ts';
import { usePendingApplicationsRealtime } from '../realtime.ts';
import { PendingApplicationCard } from './pending-application-card.tsx';

const failed = 'Gagal memuat pengajuan.';

/** The applications that wait, the longest waiting first. */
export function PendingApplications({ onAsk }: { onAsk: (question: Question) => void }) {
  const query = useInfiniteQuery(pendingApplicationsQuery);
  usePendingApplicationsRealtime();
  const applications = query.data?.pages.flat();
  if (!applications) {
    return query.isError ? (
      <LoadFailure drawing="stall" title={failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <ApplicationSkeletons />
    );
  }
  if (applications.length === 0) {
    return <EmptyState drawing="stall" title="Tidak ada pengajuan yang menunggu." />;
  }
  return (
    <>
      <ul aria-label="Pengajuan" className={listStyles}>
        {applications.map((application) => (
          <PendingApplicationCard key={application.id} application={application} onAsk={onAsk} />
        ))}
      </ul>
      <ListEnd key={applications.length} query={query} failed={failed}>
        <ApplicationSkeletons />
      </ListEnd>
    </>
  );
}

const listStyles = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

const ApplicationSkeletons = () => (
  <LoadingSkeletons count={2} className={listStyles}>
    <Skeleton className="h-120 rounded-card" />
  </LoadingSkeletons>
);
