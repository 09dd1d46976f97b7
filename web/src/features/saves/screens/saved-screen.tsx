import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { usePendingValues } from '../../../lib/optimistic-toggle.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { FeedItem } from '../../feed/components/feed-item.tsx';
import { PostCardSkeleton } from '../../posts/components/post-card-skeleton.tsx';
import { savedPosts, savedQuery, saves } from '../api.ts';
import { useSavedListRealtime } from '../realtime.ts';

const failed = 'Gagal memuat postingan tersimpan.';

/** What one has saved, last saved first. */
export function SavedScreen() {
  const { data, isError, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(savedQuery);
  useSavedListRealtime();
  const wishes = usePendingValues(saves);
  const posts = useMemo(() => savedPosts(data, wishes), [data, wishes]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A focus that went away with a card goes on in the list.
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [posts?.length]);

  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Postingan Tersimpan" backTo="/profile" />
      </div>
      {posts ? (
        <ul ref={list} tabIndex={-1} aria-label="Postingan tersimpan" className="space-y-3 outline-none">
          {posts.map((post, index) => (
            <FeedItem key={post.id} post={post} isFirst={index === 0} />
          ))}
        </ul>
      ) : isError ? (
        <EmptyState drawing="bookmark" title={failed} text="Periksa koneksi internet Anda, lalu coba lagi.">
          <Button onClick={() => void refetch()}>Coba lagi</Button>
        </EmptyState>
      ) : (
        <Skeletons count={3} />
      )}
      {posts?.length === 0 && !hasNextPage && (
        <EmptyState
          drawing="bookmark"
          title="Belum ada postingan tersimpan."
          text="Tekan tanda simpan di bawah foto, dan postingannya ada di sini."
        >
          <LinkButton to="/">Lihat Feed</LinkButton>
        </EmptyState>
      )}
      <ListEnd
        key={posts?.length}
        hasMore={hasNextPage}
        isFetching={isFetching}
        failed={isFetchNextPageError ? failed : undefined}
        onMore={() => void fetchNextPage()}
      >
        <Skeletons count={1} />
      </ListEnd>
    </>
  );
}

function Skeletons({ count }: { count: number }) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Memuat...</span>
      {Array.from({ length: count }, (_, index) => (
        <PostCardSkeleton key={index} />
      ))}
    </div>
  );
}
