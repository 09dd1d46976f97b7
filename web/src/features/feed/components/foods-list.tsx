import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { feedFailure, feedQuery, postsOf } from '../api.ts';
import type { FeedFilter } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import { FoodCard, FoodCardSkeleton } from './food-card.tsx';
import { NewPosts } from './new-posts.tsx';
import { useHeldBack } from './use-held-back.ts';

/** Two columns, or one where the reader's text is large. */
const gridStyles = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3';
/** As many as the first screen shows. */
const firstCards = 4;

/** The dishes that pass a filter and can be had, endless downwards and live at the top. */
export function FoodsList({ filter, onClear }: { filter: FeedFilter; onClear: () => void }) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data, error, isError, hasNextPage } = query;
  useFeedRealtime(filter);
  // One that is sold out meanwhile leaves before the list is fetched again.
  const foods = useMemo(() => postsOf(data).filter((post) => post.isOpen), [data]);
  const { shown, waiting, release } = useHeldBack(`makanan\n${filter.search}\n${filter.nagari}`, foods);
  const failed = feedFailure(filter);

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
      <LoadFailure drawing="plate" title={failed} onRetry={() => void query.refetch()} />
    ) : (
      <FoodCardSkeletons count={8} />
    );
  }
  return (
    <>
      <NewPosts waiting={waiting} onShow={release} />
      {foods.length === 0 && !hasNextPage && <NoFoods filter={filter} onClear={onClear} />}
      <ul aria-label="Makanan" className={gridStyles}>
        {shown.map((post, index) => (
          <FoodCard key={post.id} post={post} first={index < firstCards} />
        ))}
      </ul>
      <ListEnd key={foods.length} query={query} failed={failed}>
        <FoodCardSkeletons count={2} />
      </ListEnd>
    </>
  );
}

function NoFoods({ filter, onClear }: { filter: FeedFilter; onClear: () => void }) {
  const isFiltered = filter.search !== '' || filter.nagari !== '';
  return isFiltered ? (
    <EmptyState drawing="search" title="Tidak ada makanan yang cocok dengan filter.">
      <Button variant="quiet" onClick={onClear}>
        Hapus filter
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="plate" title="Belum ada makanan yang tersedia saat ini." />
  );
}

const FoodCardSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count} className={gridStyles}>
    <FoodCardSkeleton />
  </LoadingSkeletons>
);
