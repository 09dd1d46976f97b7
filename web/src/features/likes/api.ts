import type { CallOutput } from '@lapau/contract/calls';
import type { FeedPost } from '@lapau/contract/posts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { refreshPost } from '../../lib/query/refresh-post.ts';

type Like = { id: string; on: boolean; place: LikePlace };

/** One's likes: the wanted state goes to the server, so that no count is ever wrong. */
export const likes = createLatestChanges<Like, CallOutput<'toggle_like'>>({
  name: 'like',
  request: ({ id, on }) => ({ call: 'toggle_like', input: { post_id_to_toggle: id, liked: on } }),
  applyAnswer: (client, { id }, answer) =>
    updatePostEverywhere(client, id, (post) => ({ ...post, isLikedByUser: answer.is_liked, likes: answer.likes })),
  onSettled: (client, { id }) => void refreshPost(client, id),
  meta: ({ place }) => ({
    failed: likeFailedTexts[place],
    failedBy: { unauthenticated: 'Anda harus login untuk menyukai postingan.' },
  }),
});

/** The texts when a like could not be stored: in lists and on the post's screen. */
const likeFailedTexts = {
  list: 'Gagal menyukai postingan. Coba lagi.',
  post: 'Gagal memperbarui suka.',
} as const;

export type LikePlace = keyof typeof likeFailedTexts;

/** A post's like as the person wants it; a state that the cached post does not have yet changes the count by one. */
export function likeOf(post: FeedPost, wanted: boolean | undefined): { isLiked: boolean; count: number } {
  const isLiked = wanted ?? post.isLikedByUser;
  return { isLiked, count: post.likes + Number(isLiked) - Number(post.isLikedByUser) };
}
