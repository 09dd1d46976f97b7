import type { PendingAppeal } from '@lapau/contract/appeals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { pendingAppealsQuery } from '../api-admin.ts';
import { AppealCard } from './appeal-card.tsx';

const failed = 'Gagal memuat keberatan.';

/** Appeals that wait for an answer. */
export function AppealList() {
  const query = useInfiniteQuery(pendingAppealsQuery);
  const { ask, dialog } = useDecision();
  const onDecide = useCallback(
    (appeal: PendingAppeal, action: 'accept' | 'reject') =>
      ask({
        proposal: { subject_type: 'appeal', subject_id: appeal.id, action },
        version: appeal.version,
        title: `${action === 'accept' ? 'Terima' : 'Tolak'} keberatan ${appeal.full_name}?`,
        verb: action === 'accept' ? 'Terima' : 'Tolak',
        decide: async (given) =>
          (await api.decide_appeal({ appeal_id: appeal.id, accepted: action === 'accept', ...given })).decision,
        about: appeal.full_name,
        done: action === 'accept' ? 'Keberatan diterima.' : 'Keberatan ditolak.',
        failed: 'Gagal memproses keberatan: {detail}',
      }),
    [ask],
  );
  const appeals = query.data?.pages.flat();
  return (
    <>
      {!appeals && query.isError && (
        <LoadFailure drawing="lost" title={failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!appeals && !query.isError && <AppealSkeletons />}
      {appeals?.length === 0 && (
        <EmptyState drawing="chat" title="Tidak ada keberatan yang menunggu." text="Keberatan baru muncul di sini." />
      )}
      {appeals && appeals.length > 0 && (
        <>
          <ul aria-label="Keberatan" className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
            {appeals.map((appeal) => (
              <AppealCard key={appeal.id} appeal={appeal} onDecide={onDecide} />
            ))}
          </ul>
          <ListEnd key={appeals.length} query={query} failed={failed}>
            <AppealSkeletons />
          </ListEnd>
        </>
      )}
      {dialog}
    </>
  );
}

const AppealSkeletons = () => (
  <LoadingSkeletons count={3} className="grid gap-3 lg:grid-cols-2">
    <Skeleton className="h-52 rounded-card" />
  </LoadingSkeletons>
);
