import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { PostCardSkeletons } from '../../posts/components/post-card-skeletons.tsx';
import { useWithoutDeleted } from '../../posts/components/use-without-deleted.ts';
import { AlertSwitch } from '../../saves/components/alert-switch.tsx';
import { useSavedPosts } from '../../saves/components/use-saved-posts.ts';
import { FeedItem } from '../components/feed-item.tsx';

/** One's saved posts, the last saved one first. */
export function SavedScreen() {
  const { query, posts: saved } = useSavedPosts();
  const kept = useWithoutDeleted(saved ?? []);
  const posts = saved && kept;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A card that disappears while it has the keyboard focus passes it to the list.
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [posts?.length]);

  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Postingan Tersimpan" backTo="/profile" />
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <LongList
          query={query}
          rows={posts}
          failed="Gagal memuat postingan tersimpan."
          drawing="bookmark"
          skeletons={<PostCardSkeletons count={3} />}
          nextSkeletons={<PostCardSkeletons count={1} />}
          empty={
            <EmptyState
              drawing="bookmark"
              title="Belum ada postingan tersimpan."
              text="Ketuk tanda simpan di bawah foto, dan postingannya ada di sini."
            >
              <LinkButton to="/">Lihat Feed</LinkButton>
            </EmptyState>
          }
        >
          {(shown) => (
            <ul aria-label="Postingan tersimpan" className="space-y-3">
              {shown.map((post, index) => (
                <FeedItem key={post.id} post={post} isFirst={index === 0} Footer={AlertSwitch} />
              ))}
            </ul>
          )}
        </LongList>
      </div>
    </>
  );
}
