import type { PendingAppeal } from '@lapau/contract/appeals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../lib/calls/api.ts';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { pendingAppealsQuery } from '../api-admin.ts';
import { AppealCard } from './appeal-card.tsx';

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
  return (
    <>
      <LongList
        query={query}
        rows={query.data?.pages.flat()}
        failed="Gagal memuat keberatan."
        drawing="lost"
        skeletons={<AppealSkeletons />}
        empty={
          <EmptyState drawing="chat" title="Tidak ada keberatan yang menunggu." text="Keberatan baru muncul di sini." />
        }
      >
        {(appeals) => (
          <ul aria-label="Keberatan" className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
            {appeals.map((appeal) => (
              <AppealCard key={appeal.id} appeal={appeal} onDecide={onDecide} />
            ))}
          </ul>
        )}
      </LongList>
      {dialog}
    </>
  );
}

const AppealSkeletons = () => (
  <LoadingSkeletons count={3} className="grid gap-3 lg:grid-cols-2">
    <Skeleton className="h-52 rounded-card" />
  </LoadingSkeletons>
);
