import { useEffect, useRef } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { PostCardSkeletons } from '../../posts/components/post-card-skeletons.tsx';
import { useSavedPosts } from '../../saves/components/use-saved-posts.ts';
import { FeedItem } from '../components/feed-item.tsx';

const failed = 'Gagal memuat postingan tersimpan.';

/** One's saved posts, the last saved one first. */
export function SavedScreen() {
  const { query, posts } = useSavedPosts();
  const { isError, hasNextPage } = query;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A card that disappears while it has the keyboard focus passes it to the list.
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
        <LoadFailure drawing="bookmark" title={failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PostCardSkeletons count={3} />
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
      <ListEnd key={posts?.length} query={query} failed={failed}>
        <PostCardSkeletons count={1} />
      </ListEnd>
    </>
  );
}
