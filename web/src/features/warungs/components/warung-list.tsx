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
import { NearSearch } from '../../search/components/near-search.tsx';
import { warungListQuery } from '../api.ts';
import { useWarungListRealtime } from '../realtime.ts';
import { WarungCard } from './warung-card.tsx';

const failed = 'Gagal memuat daftar warung.';

type WarungListProps = {
  search: string;
  onClear: () => void;
  /** A search that finds nothing shows nothing, not what it may have meant. */
  isExact: boolean;
  onExact: () => void;
  isNear?: boolean;
};

/** The stalls whose name contains `search`, or else those that it may have meant (D55), loaded page by page. */
export function WarungList({ isNear = false, ...props }: WarungListProps) {
  const { search, onClear, isExact } = props;
  const query = useInfiniteQuery(warungListQuery(search, isNear));
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
      <LoadFailure drawing="stall" title={failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <CardSkeletons count={6} />
    );
  }
  const warungs = data.pages.flatMap((page) => page.warungs);
  if (warungs.length === 0) {
    return search !== '' && !isNear && !isExact ? (
      <NearWarungs {...props} />
    ) : (
      <NoWarungs search={search} onClear={onClear} />
    );
  }
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

function NearWarungs(props: WarungListProps) {
  const { search, onExact } = props;
  const near = warungListQuery(search, true);
  const { data } = useInfiniteQuery(near);
  return (
    <>
      <NearSearch search={search} name={data && data.pages[0]?.name} onExact={onExact} queryKey={near.queryKey} />
      <WarungList isNear {...props} />
    </>
  );
}

function NoWarungs({ search, onClear }: Pick<WarungListProps, 'search' | 'onClear'>) {
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
