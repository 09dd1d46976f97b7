import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { toast } from '../../../lib/toast.ts';
import { useGoBack } from '../../../lib/use-go-back.ts';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useRecordView } from '../../stats/components/use-record-view.ts';
import { findListedWarung, menuQuery, warungListsKey, warungQuery } from '../api.ts';
import { WarungContactButtons } from '../components/warung-contact-buttons.tsx';
import { WarungHeader, WarungHeaderSkeleton } from '../components/warung-header.tsx';
import { WarungMenu } from '../components/warung-menu.tsx';
import { useWarungRealtime } from '../realtime.ts';

/** A stall with its menu. */
export function WarungScreen() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const goBack = useGoBack('/warung');
  // Loads the menu in parallel with the stall.
  usePrefetchInfiniteQuery(menuQuery(id));
  const {
    data: warung,
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
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} className="mt-1 -ml-2.5" />
      {warung ? (
        <div className="grid gap-4 pt-1">
          <WarungHeader warung={warung} />
          <WarungContactButtons warung={warung} />
          <h2 className="mt-2 text-lg font-semibold">Menu</h2>
          <WarungMenu id={warung.id} />
        </div>
      ) : isError ? (
        <>
          <Heading>Warung</Heading>
          <LoadFailure drawing="stall" title="Gagal memuat data warung." onRetry={() => void refetch()} />
        </>
      ) : (
        <div className="grid gap-4 pt-1">
          <Heading>Warung</Heading>
          <WarungHeaderSkeleton />
          <CardSkeletons count={2} />
        </div>
      )}
    </div>
  );
}

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
