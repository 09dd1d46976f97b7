import type { FeedPost } from '@lapau/contract/posts';
import { useEffect, useState } from 'react';
import { isNewer } from '../api.ts';

/** Scrolled down by less than this counts as being at the top. */
const topZonePx = 48;

/** The newest post shown, by list: a list that is opened again shows the same posts. */
const newestShown = new Map<string, FeedPost>();

function useIsAtTop(): boolean {
  // The scroll position is not known before the router has restored it, which it does by the next frame.
  const [isAtTop, setIsAtTop] = useState(false);
  useEffect(() => {
    const update = () => setIsAtTop(window.scrollY < topZonePx);
    const frame = requestAnimationFrame(update);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', update);
    };
  }, []);
  return isAtTop;
}

type PostPosition = Pick<FeedPost, 'id' | 'createdAt'>;

/** How many posts at the beginning of a list are newer than `newest`. */
export const countNewerPosts = (posts: readonly PostPosition[], newest: PostPosition | undefined): number => {
  if (!newest) return 0;
  const index = posts.findIndex((post) => !isNewer(post, newest));
  return index === -1 ? posts.length : index;
};

type BufferedPosts = {
  shownPosts: FeedPost[];
  /** How many newer posts are not shown yet. */
  bufferedCount: number;
  showAll: () => void;
};

/**
 * Buffers new posts while the reader is further down in the list: added at its top, they would move what is being read.
 * @param listKey a key of its own for each list and filter
 */
export function useBufferedPosts(listKey: string, posts: FeedPost[]): BufferedPosts {
  const [newest, setNewest] = useState(newestShown.get(listKey));
  const isAtTop = useIsAtTop();
  const [first] = posts;
  const showAll = () => setNewest(first);
  const bufferedCount = countNewerPosts(posts, newest);
  // A list of which no post was shown before has nothing that could move.
  const isNewList = !newest || bufferedCount === posts.length;
  // The time is compared too, as the newest post may have been renewed (D69).
  const isShown = first?.id === newest?.id && first?.createdAt === newest?.createdAt;
  if (first && !isShown && (isAtTop || isNewList)) setNewest(first);

  useEffect(() => {
    if (newest) newestShown.set(listKey, newest);
  }, [listKey, newest]);

  return { shownPosts: posts.slice(bufferedCount), bufferedCount, showAll };
}
