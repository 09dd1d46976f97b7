import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { PostCardSkeletons } from '../../posts/components/post-card-skeletons.tsx';
import { feedFailure, feedQuery, postsOf } from '../api.ts';
import type { FeedFilter } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import { FeedItem } from './feed-item.tsx';
import { NewPosts } from './new-posts.tsx';
import { useHeldBack } from './use-held-back.ts';

/** The posts that pass a filter, endless downwards and live at the top. */
export function FeedList({ filter, onClear }: { filter: FeedFilter; onClear: () => void }) {
  const query = useInfiniteQuery(feedQuery(filter));
  const { data, error, isError, hasNextPage } = query;
  useFeedRealtime(filter);
  const failed = feedFailure(filter);
  const refusal = filterRefusal(error);
  const posts = useMemo(() => postsOf(data), [data]);
  const { shown, waiting, release } = useHeldBack(`${filter.search}\n${filter.nagari}`, posts);

  return (
    <>
      <NewPosts waiting={waiting} onShow={release} />
      {data ? (
        <ul aria-label="Postingan" className="space-y-3">
          {shown.map((post, index) => (
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
      {data && posts.length === 0 && <NoPosts filter={filter} onClear={onClear} />}
      <ListEnd key={posts.length} query={query} failed={failed}>
        <PostCardSkeletons count={1} />
      </ListEnd>
      {data && posts.length > 0 && !hasNextPage && (
        <p className="pt-4 text-center text-small text-muted">Anda sudah melihat semua postingan.</p>
      )}
    </>
  );
}

function NoPosts({ filter, onClear }: { filter: FeedFilter; onClear: () => void }) {
  const isFiltered = filter.search !== '' || filter.nagari !== '';
  return (
    <EmptyState
      drawing={isFiltered ? 'search' : 'plate'}
      title="Tidak ada postingan untuk ditampilkan."
      text="Coba ubah filter atau kembali lagi nanti."
    >
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          Hapus filter
        </Button>
      )}
    </EmptyState>
  );
}
