import type { ParsedInput } from '@lapau/contract/calls';
import type { Comment } from '@lapau/contract/comments';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/write.ts';
import { recordAction } from '../audit/rules.ts';
import { notifyOfComment, withdrawNotifications } from '../notifications/rules.ts';
import { holdAnyPost, holdPost } from '../posts/rules.ts';
import { mayDeleteComment } from './policy.ts';
import {
  deleteCommentRow,
  findComment,
  findCommentByKey,
  findParent,
  findStoredComment,
  insertComment,
} from './queries.ts';

/**
 * Adds a comment; a reply to a reply goes under the top-level comment and names whom it answers (D26).
 * @throws Failure post_not_found, comment_not_found (missing, or on another post)
 */
export async function addComment(tx: Tx, actor: Member, input: ParsedInput<'add_comment'>): Promise<Comment> {
  const post = await holdPost(tx, actor, input.post_id_to_comment_on);
  const parent = input.parent_comment_id ? await findParent(tx.db, post.id, input.parent_comment_id) : null;
  if (parent === undefined) throw new Failure('comment_not_found');
  const inserted = await insertComment(tx.db, {
    post_id: post.id,
    user_id: actor.id,
    parent_id: parent?.parent_id ?? parent?.id ?? null,
    idempotency_key: input.idempotency_key,
    content: parent?.parent_id ? mention(parent.name, input.comment_content) : input.comment_content,
  });
  const stored = inserted ?? (await findCommentByKey(tx.db, actor.id, input.idempotency_key));
  if (!stored) throw new Failure('comment_not_found');
  if (inserted) {
    await notifyOfComment(tx, actor, { post, commentId: inserted.id, repliedTo: parent?.user_id ?? null });
    tx.signal(`post:${post.id}`, { type: 'comments_changed', post_id: post.id });
  }
  return findComment(tx.db, stored.id);
}

function mention(name: string, content: string): string {
  const prefix = `@${name.split(/\s/, 1)[0]} `;
  return content.startsWith(prefix) ? content : prefix + content;
}

/** Locks the post a comment lies under, and with it the comment (ARCHITECTURE.md, Lock order). @returns whether there is one */
export async function holdPostOfComment(tx: Tx, doer: Member, commentId: string): Promise<boolean> {
  const comment = await findStoredComment(tx.db, commentId);
  return comment !== undefined && (await holdAnyPost(tx, doer, comment.post_id)) !== undefined;
}

/**
 * Deletes a comment and its replies; the post's count follows (D27, D54).
 * @returns whether there was one
 * @throws Failure comment_forbidden
 */
export async function deleteComment(tx: Tx, actor: Member, commentId: string): Promise<boolean> {
  if (!(await holdPostOfComment(tx, actor, commentId))) return false;
  const comment = await findStoredComment(tx.db, commentId);
  if (!comment) return false;
  if (!mayDeleteComment(actor, comment)) throw new Failure('comment_forbidden');
  await withdrawNotifications(tx, { comment: commentId }, () => deleteCommentRow(tx.db, commentId));
  if (comment.user_id !== actor.id) {
    await recordAction(tx, actor, {
      action: 'delete_comment',
      target: { type: 'comment', id: commentId, userId: comment.user_id },
      details: { content: comment.content },
    });
  }
  tx.signal(`post:${comment.post_id}`, { type: 'comments_changed', post_id: comment.post_id });
  return true;
}
