import type { FeedPost } from '@lapau/contract/posts';
import { useEffect, useState } from 'react';
import { isNewer } from '../api.ts';

/** How far down still counts as the top, in pixels. */
const topZone = 48;

/** The newest post that was let into each list, by list; a reader who comes back finds it as it was. */
const newestShown = new Map<string, FeedPost>();

function useIsAtTop(): boolean {
  // Unknown until the scroll position of a screen one comes back to has been restored.
  const [isAtTop, setIsAtTop] = useState(false);
  useEffect(() => {
    const look = () => setIsAtTop(window.scrollY < topZone);
    const frame = requestAnimationFrame(look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
    };
  }, []);
  return isAtTop;
}

type Dated = Pick<FeedPost, 'id' | 'createdAt'>;

/** How many posts at the head of a list came after `newest`. */
export const countNewer = (posts: readonly Dated[], newest: Dated | undefined): number => {
  if (!newest) return 0;
  const index = posts.findIndex((post) => !isNewer(post, newest));
  return index === -1 ? posts.length : index;
};

interface HeldBack {
  /** What the list shows. */
  shown: FeedPost[];
  /** How many newer posts wait. */
  waiting: number;
  /** Lets them in. */
  release: () => void;
}

/** Holds new posts back while the reader is further down, so that nothing on the screen ever jumps. */
export function useHeldBack(listName: string, posts: FeedPost[]): HeldBack {
  const [newest, setNewest] = useState(newestShown.get(listName));
  const isAtTop = useIsAtTop();
  const [head] = posts;
  const release = () => setNewest(head);
  const waiting = countNewer(posts, newest);
  // A list that holds nothing the reader has seen is a new list.
  const isNew = !newest || waiting === posts.length;
  if (head && head.id !== newest?.id && (isAtTop || isNew)) setNewest(head);

  useEffect(() => {
    if (newest) newestShown.set(listName, newest);
  }, [listName, newest]);

  return { shown: posts.slice(waiting), waiting, release };
}
