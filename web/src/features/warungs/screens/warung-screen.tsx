import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { toast } from '../../../lib/screen/toast.ts';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { RowSkeleton } from '../../../ui/waiting/row-skeleton.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { useRecordView } from '../../stats/components/use-record-view.ts';
import { findListedWarung, menuQuery, warungListsKey, warungQuery } from '../api.ts';
import { WarungContactButtons } from '../components/warung-contact-buttons.tsx';
import { WarungHeader } from '../components/warung-header.tsx';
import { WarungMenu } from '../components/warung-menu.tsx';
import { useWarungRealtime } from '../realtime.ts';

/** A stall with its menu. */
export function WarungScreen() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  // Loads the menu in parallel with the stall.
  usePrefetchInfiniteQuery(menuQuery(id));
  const {
    data: warung,
    error,
    isError,
    isFetching,
    refetch,
    isPlaceholderData,
  } = useQuery({ ...warungQuery(id), placeholderData: () => findListedWarung(client, id) });
  useWarungRealtime(id);
  useRecordView(isPlaceholderData ? undefined : warung?.id);

  // A cached null may be outdated: it counts only once fetching has ended.
  if (warung === null && !isFetching) return <WarungNotFound />;
  return (
    <div className="px-3 pb-3">
      {warung ? (
        <div className="grid gap-3 pt-2">
          <WarungHeader warung={warung} />
          <WarungContactButtons warung={warung} />
          <div className="flex flex-wrap items-baseline gap-x-2">
            <h2 className="text-lg font-semibold">Menu</h2>
            <p className="text-small text-muted">
              Info warung diperbarui <TimeAgo time={warung.updated_at} />
            </p>
          </div>
          <WarungMenu id={warung.id} />
        </div>
      ) : (
        <>
          <ScreenTitle title="Warung" backTo="/warung" />
          {isError ? (
            <LoadFailure
              drawing="stall"
              title="Gagal memuat data warung."
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <WarungSkeleton />
          )}
        </>
      )}
    </div>
  );
}

const WarungSkeleton = () => (
  <div className="grid gap-3">
    <RowSkeleton className="gap-3" picture="size-16" lines={['h-6 w-4/5', 'h-5 w-1/3']} />
    <Skeleton className="h-5 w-4/5" />
    <Skeleton className="h-14 rounded-control" />
    <CardSkeletons count={2} />
  </div>
);

/** Goes back to the feed: the stall does not exist or is suspended. */
function WarungNotFound() {
  const client = useQueryClient();
  useEffect(() => {
    toast.error('Warung tidak ditemukan.', { outlivesScreen: true });
    // A cached list that still links to the stall is outdated.
    void client.invalidateQueries({ queryKey: warungListsKey });
  }, [client]);
  return <Navigate to="/" replace />;
}
