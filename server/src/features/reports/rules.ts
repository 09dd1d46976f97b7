import { AppError } from '../../platform/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { lockPostOfComment } from '../comments/rules.ts';
import { notifyOfReport } from '../notifications/rules.ts';
import { lockVisiblePost } from '../posts/rules.ts';
import { findOwnerName, findReportedComment, insertReport } from './queries.ts';

/**
 * Reports somebody else's post, with a snapshot that outlives it (D29).
 * @throws AppError post_not_found, own_post
 */
export async function reportPost(tx: Tx, actor: Member, postId: string, reason: string): Promise<void> {
  const post = await lockVisiblePost(tx, actor, postId);
  if (post.user_id === actor.id) throw new AppError('own_post');
  const report = await insertReport(tx.db, {
    reporter_id: actor.id,
    reported_post_id: post.id,
    reported_user_id: post.user_id,
    snapshot_food_name: post.food_name,
    snapshot_images: post.images,
    snapshot_owner_name: post.is_admin_post ? post.seller_name : await findOwnerName(tx.db, post.user_id),
    reason,
  });
  if (report) await notifyAdmins(tx, actor, { postId: post.id, commentId: null, foodName: post.food_name });
}

/**
 * Reports somebody else's comment (D54).
 * @throws AppError comment_not_found, own_comment
 */
export async function reportComment(tx: Tx, actor: Member, commentId: string, reason: string): Promise<void> {
  const isLocked = await lockPostOfComment(tx, actor, commentId);
  const comment = isLocked && (await findReportedComment(tx.db, commentId));
  if (!comment) throw new AppError('comment_not_found');
  if (comment.user_id === actor.id) throw new AppError('own_comment');
  const report = await insertReport(tx.db, {
    reporter_id: actor.id,
    reported_post_id: comment.post_id,
    reported_comment_id: comment.id,
    reported_user_id: comment.user_id,
    snapshot_food_name: comment.food_name,
    snapshot_images: comment.images,
    snapshot_owner_name: comment.owner_name,
    snapshot_comment: comment.content,
    reason,
  });
  if (report)
    await notifyAdmins(tx, actor, { postId: comment.post_id, commentId: comment.id, foodName: comment.food_name });
}

async function notifyAdmins(
  tx: Tx,
  actor: Member,
  about: { postId: string; commentId: string | null; foodName: string },
) {
  await notifyOfReport(tx, actor, about);
  tx.signal('admin', { type: 'reports_changed' });
}
