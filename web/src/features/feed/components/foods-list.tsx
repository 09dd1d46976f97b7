import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { NearSpelling } from '../../search/components/near-spelling.tsx';
import { feedFailedText, feedQuery, postsOf } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import type { FeedListProps } from './feed-list.tsx';
import { FoodCardSkeletons } from './food-card-skeletons.tsx';
import { FoodCard } from './food-card.tsx';
import { NewPostsButton } from './new-posts-button.tsx';
import { useBufferedPosts } from './use-buffered-posts.ts';

/** Cards on the first screen: their photos load with priority. */
const firstScreenCards = 4;

/** The available dishes that match a filter, newest first, loaded page by page and updated in realtime. */
export function FoodsList({ filter, onClear, onSearch }: FeedListProps) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data, error, isError, hasNextPage } = query;
  useFeedRealtime(filter);
  // A dish that has just been sold out disappears before the list is fetched again.
  const foods = useMemo(() => postsOf(data).filter((post) => post.isOpen), [data]);
  const { shownPosts, bufferedCount, showAll } = useBufferedPosts(`makanan\n${filter.search}\n${filter.nagari}`, foods);
  const failed = feedFailedText(filter);

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
      <NewPostsButton count={bufferedCount} onShow={showAll} />
      {foods.length === 0 && !hasNextPage && <NoFoods filter={filter} onClear={onClear} onSearch={onSearch} />}
      <CardGrid name="Makanan">
        {shownPosts.map((post, index) => (
          <FoodCard key={post.id} post={post} first={index < firstScreenCards} />
        ))}
      </CardGrid>
      <ListEnd key={foods.length} query={query} failed={failed}>
        <FoodCardSkeletons count={2} />
      </ListEnd>
    </>
  );
}

function NoFoods({ filter, onClear, onSearch }: FeedListProps) {
  const { search, nagari } = filter;
  const isFiltered = search !== '' || nagari !== '';
  return isFiltered ? (
    <EmptyState drawing="search" title="Tidak ada makanan yang cocok dengan filter.">
      {search !== '' && <NearSpelling list="foods" search={search} nagari={nagari} onSearch={onSearch} />}
      <Button variant="quiet" onClick={onClear}>
        Hapus filter
      </Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="plate" title="Belum ada makanan yang tersedia saat ini." />
  );
}
