import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { PostCardSkeletons } from '../../posts/components/post-card-skeletons.tsx';
import { NearSpelling } from '../../search/components/near-spelling.tsx';
import { feedFailedText, feedQuery, postsOf } from '../api.ts';
import type { FeedFilter } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import { FeedItem } from './feed-item.tsx';
import { NewPostsButton } from './new-posts-button.tsx';
import { useBufferedPosts } from './use-buffered-posts.ts';

export type FeedListProps = {
  filter: FeedFilter;
  onClear: () => void;
  /** Searches for another term. */
  onSearch: (search: string) => void;
};

/** All posts that match a filter, newest first, loaded page by page and updated in realtime. */
export function FeedList({ filter, onClear, onSearch }: FeedListProps) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data, error, isError, hasNextPage } = query;
  useFeedRealtime(filter);
  const failed = feedFailedText(filter);
  const refusal = filterRefusal(error);
  const posts = useMemo(() => postsOf(data), [data]);
  const { shownPosts, bufferedCount, showAll } = useBufferedPosts(`${filter.search}\n${filter.nagari}`, posts);

  return (
    <>
      <NewPostsButton count={bufferedCount} onShow={showAll} />
      {data ? (
        <ul aria-label="Postingan" className="space-y-3">
          {shownPosts.map((post, index) => (
            <FeedItem key={post.id} post={post} isFirst={index === 0} />
          ))}
        </ul>
      ) : refusal !== undefined ? (
        <RefusedFilter reason={refusal} onClear={onClear} />
      ) : isError ? (
        <LoadFailure drawing="plate" title={failed} onRetry={() => void query.refetch()} />
      ) : (
        <PostCardSkeletons count={3} />
      )}
      {data && posts.length === 0 && <NoPosts filter={filter} onClear={onClear} onSearch={onSearch} />}
      <ListEnd key={posts.length} query={query} failed={failed}>
        <PostCardSkeletons count={1} />
      </ListEnd>
      {data && posts.length > 0 && !hasNextPage && (
        <p className="pt-4 text-center text-small text-muted">Anda sudah melihat semua postingan.</p>
      )}
    </>
  );
}

function NoPosts({ filter, onClear, onSearch }: FeedListProps) {
  const { search, nagari } = filter;
  const isFiltered = search !== '' || nagari !== '';
  return (
    <EmptyState
      drawing={isFiltered ? 'search' : 'plate'}
      title="Tidak ada postingan untuk ditampilkan."
      text="Coba ubah filter atau kembali lagi nanti."
    >
      {search !== '' && <NearSpelling list="feed" search={search} nagari={nagari} onSearch={onSearch} />}
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          Hapus filter
        </Button>
      )}
    </EmptyState>
  );
}
