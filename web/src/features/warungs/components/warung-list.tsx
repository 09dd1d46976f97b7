import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { EmptyVillage } from '../../applications/components/empty-village.tsx';
import { NearSearch } from '../../search/components/near-search.tsx';
import { warungListQuery } from '../api.ts';
import { useWarungListRealtime } from '../realtime.ts';
import { WarungCard } from './warung-card.tsx';

type WarungListProps = {
  search: string;
  onClear: () => void;
  /** Whether a search that finds nothing shows nothing, instead of what it may have meant. */
  isExact: boolean;
  onExact: () => void;
  isNear?: boolean;
};

/** The stalls whose name contains `search`, or else those that it may have meant, loaded page by page. */
export function WarungList({ isNear = false, ...props }: WarungListProps) {
  const { search, onClear, isExact } = props;
  const query = useInfiniteQuery(warungListQuery(search, isNear));
  useWarungListRealtime();
  const warungs = query.data?.pages.flatMap((page) => page.warungs);
  const mayBeNear = search !== '' && !isNear && !isExact;
  return (
    <LongList
      query={query}
      rows={warungs}
      failed="Gagal memuat daftar warung."
      drawing="stall"
      skeletons={<CardSkeletons count={6} />}
      nextSkeletons={<CardSkeletons count={2} />}
      // The stalls that a search may have meant are a list of their own, which says how many there are.
      isAnswer={search !== '' && (!mayBeNear || warungs?.length !== 0)}
      empty={mayBeNear ? <NearWarungs {...props} /> : <NoWarungs search={search} onClear={onClear} />}
      onClearFilter={onClear}
      besideClear={
        <LinkButton to="/" variant="quiet">
          Ke Feed
        </LinkButton>
      }
    >
      {(shown) => (
        <CardGrid name="Warung">
          {shown.map((warung, index) => (
            <WarungCard key={warung.id} warung={warung} first={index < 4} />
          ))}
        </CardGrid>
      )}
    </LongList>
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
    <EmptyVillage drawing="stall" title="Belum ada warung yang terdaftar." />
  ) : (
    <EmptyState drawing="search" title={`Warung dengan nama "${search}" tidak ditemukan.`}>
      <Button variant="quiet" onClick={onClear}>
        Hapus pencarian
      </Button>
    </EmptyState>
  );
}
