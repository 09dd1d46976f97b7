import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsServersHtml } from '../../../lib/device/on-server.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { EmptyVillage } from '../../applications/components/empty-village.tsx';
import { useWithoutDeleted } from '../../posts/components/use-without-deleted.ts';
import { feedFailedText, feedQuery, postsOf } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import type { FeedListProps } from './feed-list-props.ts';
import { FoodCardSkeletons } from './food-card-skeletons.tsx';
import { FoodCard } from './food-card.tsx';
import { NewPostsButton } from './new-posts-button.tsx';
import { useBufferedPosts } from './use-buffered-posts.ts';
import { useIsVillageEmpty } from './use-is-village-empty.ts';

const NearList = lazyPart(async () => (await import('./near-list.tsx')).NearList);

/** The number of cards on the first screen, whose photos load with priority. */
const firstScreenCards = 4;
/** The number of cards in the server's HTML. */
const renderedCards = 8;

/** The available dishes that match a filter; the list works like FeedList. */
export function FoodsList({ filter, ...props }: FeedListProps) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data, hasNextPage } = query;
  useFeedRealtime(filter);
  // A dish that has just been sold out disappears before the list is fetched again.
  const foods = useWithoutDeleted(useMemo(() => postsOf(data).filter((post) => post.isOpen), [data]));
  const listKey = `makanan\n${filter.near ? 'mirip\n' : ''}${filter.search}\n${filter.nagari}`;
  const { shownPosts, bufferedCount, showAll } = useBufferedPosts(listKey, foods);
  const isServersHtml = useIsServersHtml();

  const isEmpty = data && foods.length === 0 && !hasNextPage;
  const isVillageEmpty = useIsVillageEmpty();
  if (isEmpty && filter.search !== '' && !filter.near && !props.isExact && !isVillageEmpty) {
    return <NearList List={FoodsList} filter={filter} {...props} />;
  }
  return (
    <>
      <NewPostsButton count={bufferedCount} onShow={showAll} />
      <LongList
        query={query}
        rows={data && shownPosts}
        failed={feedFailedText(filter)}
        drawing="plate"
        skeletons={<FoodCardSkeletons count={8} />}
        nextSkeletons={<FoodCardSkeletons count={2} />}
        empty={<NoFoods filter={filter} onClear={props.onClear} />}
        isAnswer={filter.search !== '' || filter.nagari !== ''}
        onClearFilter={props.onClear}
        besideClear={
          <LinkButton to="/" variant="quiet">
            Ke Feed
          </LinkButton>
        }
      >
        {(shown) => (
          <CardGrid name="Makanan">
            {shown.slice(0, isServersHtml ? renderedCards : undefined).map((post, index) => (
              <FoodCard key={post.id} post={post} first={index < firstScreenCards} />
            ))}
          </CardGrid>
        )}
      </LongList>
    </>
  );
}

function NoFoods({ filter, onClear }: Pick<FeedListProps, 'filter' | 'onClear'>) {
  const isVillageEmpty = useIsVillageEmpty();
  const { search, nagari } = filter;
  const isFiltered = search !== '' || nagari !== '';
  const title = isFiltered
    ? 'Tidak ada makanan yang cocok dengan filter.'
    : 'Belum ada makanan yang tersedia saat ini.';
  const clear = isFiltered && (
    <Button variant="quiet" onClick={onClear}>
      Hapus filter
    </Button>
  );
  return isVillageEmpty ? (
    <EmptyVillage drawing="plate" title={title}>
      {clear}
    </EmptyVillage>
  ) : (
    <EmptyState drawing={isFiltered ? 'search' : 'plate'} title={title}>
      {clear}
    </EmptyState>
  );
}
