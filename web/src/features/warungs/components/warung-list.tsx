import { useInfiniteQuery } from '@tanstack/react-query';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { warungListQuery } from '../api.ts';
import { useWarungListRealtime } from '../realtime.ts';
import { GridSkeleton, Grid } from './grid.tsx';
import { WarungCard } from './warung-card.tsx';

const failed = 'Gagal memuat daftar warung.';

/** The stalls whose name contains `search`, endless downwards. */
export function WarungList({ search, onClear }: { search: string; onClear: () => void }) {
  const { data, error, isError, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(warungListQuery(search));
  useWarungListRealtime();

  const refusal = filterRefusal(error);
  if (refusal !== undefined) {
    return (
      <RefusedFilter reason={refusal} onClear={onClear}>
        <LinkButton to="/" variant="quiet">
          Ke Feed
        </LinkButton>
      </RefusedFilter>
    );
  }
  if (!data) {
    return isError ? (
      <EmptyState drawing="stall" title={failed} text="Periksa koneksi internet Anda, lalu coba lagi.">
        <Button onClick={() => void refetch()}>Coba lagi</Button>
      </EmptyState>
    ) : (
      <GridSkeleton count={6} />
    );
  }
  const warungs = data.pages.flat();
  if (warungs.length === 0) return <NoWarungs search={search} onClear={onClear} />;
  return (
    <>
      <Grid name="Warung">
        {warungs.map((warung, index) => (
          <WarungCard key={warung.id} warung={warung} first={index < 4} />
        ))}
      </Grid>
      <ListEnd
        key={warungs.length}
        hasMore={hasNextPage}
        isFetching={isFetching}
        failed={isFetchNextPageError ? failed : undefined}
        onMore={() => void fetchNextPage()}
      >
        <GridSkeleton count={2} />
      </ListEnd>
    </>
  );
}

function NoWarungs({ search, onClear }: { search: string; onClear: () => void }) {
  return search === '' ? (
    <EmptyState drawing="stall" title="Belum ada warung yang terdaftar." />
  ) : (
    <EmptyState drawing="search" title={`Warung dengan nama "${search}" tidak ditemukan.`}>
      <Button variant="quiet" onClick={onClear}>
        Hapus pencarian
      </Button>
    </EmptyState>
  );
}
