import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { toast } from '../../../lib/toast.ts';
import { useGoBack } from '../../../lib/use-go-back.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { findListedWarung, menuQuery, warungListsKey, warungQuery } from '../api.ts';
import { CardGridSkeleton } from '../components/card-grid.tsx';
import { ContactButtons } from '../components/warung-contact-buttons.tsx';
import { WarungHeader, WarungHeaderSkeleton } from '../components/warung-header.tsx';
import { WarungMenu } from '../components/warung-menu.tsx';
import { useWarungRealtime } from '../realtime.ts';

/** A stall and what it cooks. */
export function WarungScreen() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const goBack = useGoBack('/warung');
  // The menu does not wait for the stall.
  usePrefetchInfiniteQuery(menuQuery(id));
  const {
    data: warung,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...warungQuery(id), placeholderData: () => findListedWarung(client, id) });
  useWarungRealtime(id);

  // One that was gone a while ago may be back.
  if (warung === null && !isFetching) return <Gone />;
  return (
    <div className="px-3 pb-3">
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} className="mt-1 -ml-2.5" />
      {warung ? (
        <div className="grid gap-4 pt-1">
          <WarungHeader warung={warung} />
          <ContactButtons warung={warung} />
          <h2 className="mt-2 text-lg font-semibold">Menu</h2>
          <WarungMenu id={warung.id} />
        </div>
      ) : isError ? (
        <>
          <h1 className="sr-only">Warung</h1>
          <LoadFailure drawing="stall" title="Gagal memuat data warung." onRetry={() => void refetch()} />
        </>
      ) : (
        <div className="grid gap-4 pt-1">
          <h1 className="sr-only">Warung</h1>
          <WarungHeaderSkeleton />
          <CardGridSkeleton count={2} />
        </div>
      )}
    </div>
  );
}

/** No such stall, or one that is suspended. */
function Gone() {
  const client = useQueryClient();
  useEffect(() => {
    const text = 'Warung tidak ditemukan.';
    toast.error(text, { id: text });
    // A list that still leads here is old.
    void client.invalidateQueries({ queryKey: warungListsKey });
  }, [client]);
  return <Navigate to="/" replace />;
}
