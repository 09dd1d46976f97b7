import type { FeedPost } from '@lapau/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { usePendingChange } from '../../../lib/optimistic-changes.ts';
import { likeFailedTexts, likeOf, likes } from '../api.ts';
import type { LikePlace } from '../api.ts';

/**
 * One's like of a post, and how many there are.
 * @param place decides which text a failure shows
 */
export function useLike(post: FeedPost, place: LikePlace) {
  const client = useQueryClient();
  const { isLiked, count } = likeOf(post, usePendingChange(likes, post.id)?.on);
  function setLiked(on: boolean) {
    likes.submit(
      client,
      { id: post.id, on },
      {
        failed: likeFailedTexts[place],
        failedBy: { unauthenticated: 'Anda harus login untuk menyukai postingan.' },
      },
    );
  }
  return { isLiked, count, setLiked };
}
