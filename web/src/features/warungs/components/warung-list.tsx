import { useInfiniteQuery } from '@tanstack/react-query';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { NearSpelling } from '../../search/components/near-spelling.tsx';
import { warungListQuery } from '../api.ts';
import { useWarungListRealtime } from '../realtime.ts';
import { WarungCard } from './warung-card.tsx';

const failed = 'Gagal memuat daftar warung.';

type WarungListProps = {
  search: string;
  onClear: () => void;
  /** Searches for another term. */
  onSearch: (search: string) => void;
};

/** The stalls whose name contains `search`, loaded page by page. */
export function WarungList({ search, onClear, onSearch }: WarungListProps) {
  const query = useInfiniteQuery(warungListQuery(search));
  const { data, error, isError } = query;
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
      <LoadFailure drawing="stall" title={failed} onRetry={() => void query.refetch()} />
    ) : (
      <CardSkeletons count={6} />
    );
  }
  const warungs = data.pages.flat();
  if (warungs.length === 0) return <NoWarungs search={search} onClear={onClear} onSearch={onSearch} />;
  return (
    <>
      <CardGrid name="Warung">
        {warungs.map((warung, index) => (
          <WarungCard key={warung.id} warung={warung} first={index < 4} />
        ))}
      </CardGrid>
      <ListEnd key={warungs.length} query={query} failed={failed}>
        <CardSkeletons count={2} />
      </ListEnd>
    </>
  );
}

function NoWarungs({ search, onClear, onSearch }: WarungListProps) {
  return search === '' ? (
    <EmptyState drawing="stall" title="Belum ada warung yang terdaftar." />
  ) : (
    <EmptyState drawing="search" title={`Warung dengan nama "${search}" tidak ditemukan.`}>
      <NearSpelling list="warungs" search={search} onSearch={onSearch} />
      <Button variant="quiet" onClick={onClear}>
        Hapus pencarian
      </Button>
    </EmptyState>
  );
}
