import type { FeedPost } from '@lapau/contract/posts';
import { useWhyWaiting, usePendingChange } from '../../../lib/outbox/latest-changes.ts';
import { likeOf, likes } from '../api.ts';
import type { LikePlace } from '../api.ts';

/**
 * One's like of a post, how many there are, and why the like waits, if it does.
 * @param place decides which text a failure shows
 */
export function useLike(post: FeedPost, place: LikePlace) {
  const { isLiked, count } = likeOf(post, usePendingChange(likes, post.id)?.on);
  const whyWaiting = useWhyWaiting(likes, post.id);
  const setLiked = (on: boolean) => likes.submit({ id: post.id, on, place });
  return { isLiked, count, whyWaiting, setLiked };
}
