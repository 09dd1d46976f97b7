import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { withdrawLikeNotification } from '../notifications/rules-withdraw.ts';
import { notifyOfEvent } from '../notifications/rules.ts';
import { lockVisiblePost } from '../posts/rules.ts';
import { countLikes, deleteLike, insertLike } from './queries.ts';

/**
 * Sets or removes a person's like of a post, or toggles it without a wanted state.
 * @returns the new state and the post's exact count
 * @throws AppError post_not_found
 */
export async function setLike(tx: Tx, actor: Member, postId: string, wanted: boolean | undefined) {
  const post = await lockVisiblePost(tx, actor, postId);
  const removed = wanted !== true && (await deleteLike(tx.db, actor.id, postId));
  const isLiked = wanted ?? !removed;
  const added = isLiked && (await insertLike(tx.db, actor.id, postId));
  if (added) {
    const event = { topic: `likes:${postId}`, actor_id: actor.id, post_id: postId };
    await notifyOfEvent(tx, event, [{ user_id: post.user_id, type: 'new_like' }]);
  }
  if (removed) await withdrawLikeNotification(tx, actor, post);
  const likes = await countLikes(tx.db, postId);
  if (added || removed) {
    tx.signal(`post:${postId}`, { type: 'post_changed', post_id: postId });
    tx.signal(`user:${actor.id}`, { type: 'like_changed', post_id: postId, is_liked: isLiked, likes });
  }
  return { is_liked: isLiked, likes };
}
