import type { CallOutput } from '@lapau/contract/calls';
import type { FeedPost } from '@lapau/contract/posts';
import { api } from '../../lib/api.ts';
import { createOptimisticToggle } from '../../lib/optimistic-toggle.ts';
import { updatePostEverywhere } from '../../lib/post-cache.ts';
import { refreshPost } from '../../lib/refresh-post.ts';

/** One's likes: the wanted state goes to the server, so that no count is ever wrong (D28). */
export const likes = createOptimisticToggle<FeedPost, CallOutput<'toggle_like'>>({
  send: (id, liked) => api.toggle_like({ post_id_to_toggle: id, liked }),
  keep: (client, { id }, answer) =>
    updatePostEverywhere(client, id, (post) => ({ ...post, isLikedByUser: answer.is_liked, likes: answer.likes })),
  settle: (client, id) => void refreshPost(client, id),
});

/** What a failure says, in lists and on the post's own screen (D28). */
export const likeFailures = {
  list: 'Gagal menyukai postingan. Coba lagi.',
  post: 'Gagal memperbarui suka.',
} as const;

/** A post's like as the person wants it; a wish that the server has not heard of changes the count by one. */
export function likeOf(post: FeedPost, wish: boolean | undefined): { isLiked: boolean; count: number } {
  const isLiked = wish ?? post.isLikedByUser;
  return { isLiked, count: post.likes + Number(isLiked) - Number(post.isLikedByUser) };
}
