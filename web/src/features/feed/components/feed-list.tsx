import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { EmptyVillage } from '../../applications/components/empty-village.tsx';
import { PostCardSkeletons } from '../../posts/components/post-card-skeletons.tsx';
import { useWithoutDeleted } from '../../posts/components/use-without-deleted.ts';
import { feedFailedText, feedQuery, postsOf } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import { FeedItem } from './feed-item.tsx';
import type { FeedListProps } from './feed-list-props.ts';
import { NewPostsButton } from './new-posts-button.tsx';
import { useBufferedPosts } from './use-buffered-posts.ts';
import { useIsVillageEmpty } from './use-is-village-empty.ts';

/** This list is loaded when it is needed, as few searches need it. */
const NearList = lazyPart(async () => (await import('./near-list.tsx')).NearList);

/**
 * All posts that match a filter, newest first, loaded page by page and updated in realtime; for a search that nothing
 * matches, what it may have meant.
 */
export function FeedList({ filter, ...props }: FeedListProps) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data } = query;
  useFeedRealtime(filter);
  const posts = useWithoutDeleted(useMemo(() => postsOf(data), [data]));
  const listKey = `${filter.near ? 'mirip\n' : ''}${filter.search}\n${filter.nagari}`;
  const { shownPosts, bufferedCount, showAll } = useBufferedPosts(listKey, posts);

  const isVillageEmpty = useIsVillageEmpty();
  if (data && posts.length === 0 && filter.search !== '' && !filter.near && !props.isExact && !isVillageEmpty) {
    return <NearList List={FeedList} filter={filter} {...props} />;
  }
  return (
    <>
      <NewPostsButton count={bufferedCount} onShow={showAll} />
      <LongList
        query={query}
        rows={data && shownPosts}
        failed={feedFailedText(filter)}
        drawing="plate"
        skeletons={<PostCardSkeletons count={3} />}
        nextSkeletons={<PostCardSkeletons count={1} />}
        empty={<NoPosts filter={filter} onClear={props.onClear} />}
        end={<p className="pt-4 text-center text-small text-muted">Anda sudah melihat semua postingan.</p>}
        isAnswer={filter.search !== '' || filter.nagari !== ''}
        onClearFilter={props.onClear}
      >
        {(shown) => (
          <ul aria-label="Postingan" className="space-y-3">
            {shown.map((post, index) => (
              <FeedItem key={post.id} post={post} isFirst={index === 0} />
            ))}
          </ul>
        )}
      </LongList>
    </>
  );
}

function NoPosts({ filter, onClear }: Pick<FeedListProps, 'filter' | 'onClear'>) {
  const isVillageEmpty = useIsVillageEmpty();
  const { search, nagari } = filter;
  const isFiltered = search !== '' || nagari !== '';
  const title = 'Tidak ada postingan untuk ditampilkan.';
  const clear = isFiltered && (
    <Button variant="quiet" onClick={onClear}>
      Hapus filter
    </Button>
  );
  if (!isFiltered || isVillageEmpty) {
    return (
      <EmptyVillage drawing="plate" title={title}>
        {clear}
      </EmptyVillage>
    );
  }
  return (
    <EmptyState drawing="search" title={title} text="Coba ubah filter atau kembali lagi nanti.">
      {clear}
      {search === '' && (
        <LinkButton to="/ajak" variant="quiet">
          Ajak warung
        </LinkButton>
      )}
    </EmptyState>
  );
}
