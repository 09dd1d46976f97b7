import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { keepCommentForBlocked, withdrawNotifications } from '../notifications/rules-withdraw.ts';
import type { Moderation } from '../posts/rules-delete.ts';
import { decidesAboutComment, mayDeleteComment } from './policy.ts';
import { deleteCommentRow, findStoredComment, setCommentRemovedRow } from './queries.ts';
import { lockComment } from './rules.ts';

/**
 * Deletes a comment of one's own and its replies; an admin decides about anybody's.
 * @throws AppError comment_forbidden; already_decided
 */
export async function deleteComment(
  tx: Tx,
  actor: Member,
  { comment_id: id, ...given }: ParsedInput<'delete_comment'>,
  moderation: Moderation,
): Promise<CallOutput<'delete_comment'>> {
  if (decidesAboutComment(actor, (await findStoredComment(tx.db, id))?.user_id)) {
    const decision = await moderation.removeByAdmin(tx, actor, { type: 'comment', id }, given);
    return { deleted: decision !== null, decision };
  }
  return { deleted: await deleteOwnComment(tx, actor, id, moderation), decision: null };
}

/** Deletes a comment with its replies; triggers correct the post's count. @returns whether there was one */
async function deleteOwnComment(tx: Tx, actor: Member, commentId: string, { publishGoneReports }: Moderation) {
  const locked = await lockComment(tx, actor, commentId);
  if (!locked) return false;
  const { comment } = locked;
  if (!mayDeleteComment(actor, comment)) throw new AppError('comment_forbidden');
  await publishGoneReports(tx, commentId);
  await withdrawNotifications(tx, { comment: commentId }, actor.id, async () => {
    await keepCommentForBlocked(tx.db, actor.id, commentId);
    await deleteCommentRow(tx.db, commentId);
  });
  tx.signal(`post:${comment.post_id}`, { type: 'comments_changed', post_id: comment.post_id });
  return true;
}

/** Hides a comment, whose post is locked, and its replies from everybody, or shows them again. */
export async function setCommentRemoved(tx: Tx, commentId: string, removed: boolean): Promise<void> {
  const comment = await findStoredComment(tx.db, commentId);
  if (!comment) return;
  await withdrawNotifications(tx, { comment: commentId }, comment.user_id, () =>
    setCommentRemovedRow(tx.db, commentId, removed),
  );
  tx.signal(`post:${comment.post_id}`, { type: 'comments_changed', post_id: comment.post_id });
}

/** Deletes a comment that is hidden, with its replies, if it is still there. */
export async function deleteRemovedComment(tx: Tx, authorId: string, commentId: string): Promise<void> {
  if (!(await lockComment(tx, { id: authorId }, commentId))) return;
  await withdrawNotifications(tx, { comment: commentId }, authorId, () => deleteCommentRow(tx.db, commentId));
}
