import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { PostCardSkeleton } from '../../posts/components/post-card-skeleton.tsx';
import { feedQuery, postsOf } from '../api.ts';
import type { FeedFilter } from '../api.ts';
import { useFeedRealtime } from '../realtime.ts';
import { FeedItem } from './feed-item.tsx';
import { NewPosts } from './new-posts.tsx';
import { useHeldBack } from './use-held-back.ts';

const listLook = 'space-y-3';

/** The posts that pass a filter, endless downwards and live at the top. */
export function FeedList({ filter, onClear }: { filter: FeedFilter; onClear: () => void }) {
  const { data, error, isError, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(feedQuery(filter));
  useFeedRealtime(filter);
  const refusal = filterRefusal(error);
  const posts = useMemo(() => postsOf(data), [data]);
  const { shown, waiting, release } = useHeldBack(`${filter.search}\n${filter.nagari}`, posts);

  return (
    <>
      <NewPosts waiting={waiting} onShow={release} />
      {data ? (
        <ul aria-label="Postingan" className={listLook}>
          {shown.map((post, index) => (
            <FeedItem key={post.id} post={post} isFirst={index === 0} />
          ))}
        </ul>
      ) : refusal !== undefined ? (
        <RefusedFilter reason={refusal} onClear={onClear} />
      ) : isError ? (
        <EmptyState drawing="plate" title="Gagal memuat feed." text="Periksa koneksi internet Anda, lalu coba lagi.">
          <Button onClick={() => void refetch()}>Coba lagi</Button>
        </EmptyState>
      ) : (
        <Skeletons count={3} />
      )}
      {data && posts.length === 0 && <NoPosts filter={filter} onClear={onClear} />}
      <ListEnd
        key={posts.length}
        hasMore={hasNextPage}
        isFetching={isFetching}
        failed={isFetchNextPageError ? 'Gagal memuat feed.' : undefined}
        onMore={() => void fetchNextPage()}
      >
        <Skeletons count={1} />
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

function Skeletons({ count }: { count: number }) {
  return (
    <div role="status" className={listLook}>
      <span className="sr-only">Memuat...</span>
      {Array.from({ length: count }, (_, index) => (
        <PostCardSkeleton key={index} />
      ))}
    </div>
  );
}
