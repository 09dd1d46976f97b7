import type { ParsedInput } from '@lapau/contract/calls';
import type { Comment } from '@lapau/contract/comments';
import { matchesStoredComment, placeComment } from '@lapau/contract/reply';
import { AppError } from '../../platform/errors/app-error.ts';
import { refuseUnanswered } from '../../platform/limits/unanswered.ts';
import type { WritingLimits } from '../../platform/limits/unanswered.ts';
import type { Member } from '../../platform/session/actor.ts';
import { findEarlier } from '../../platform/transactions/once.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { blockedAmong } from '../chat/rules-blocks.ts';
import { findNotifiedOfComment, notifyOfComment } from '../notifications/rules.ts';
import { lockPost, lockVisiblePost } from '../posts/rules.ts';
import { isOwnPost, isOwnRepeat, mayCommentOn, mayReplyTo, onlyMentioned } from './policy.ts';
import { findComment, findParent, findPeopleOf, findStoredComment, findUnanswered, insertComment } from './queries.ts';

/**
 * Adds a comment or a reply. One that is sent several times is stored once.
 * @param limits.free how many comments one may write under a post without another person's; after these one may write one a minute
 * @throws AppError post_not_found; comment_refused, too_many_unanswered, too_many_comments; comment_not_found: its parent is missing
 *   or on another post; id_conflict, already_deleted
 */
export async function addComment(
  tx: Tx,
  actor: Member,
  input: ParsedInput<'add_comment'>,
  limits: WritingLimits,
): Promise<Comment> {
  const post = await lockVisiblePost(tx, actor, input.post_id_to_comment_on);
  const answered = input.parent_comment_id ? await findAnswered(tx, actor, post, input.parent_comment_id) : null;
  const earlier = await findEarlier(tx, 'comment', input.id, findStoredComment, (stored) =>
    isSameComment(stored, actor, input, answered),
  );
  if (earlier) return findComment(tx.db, actor.id, earlier.id);
  if (!mayCommentOn(post, await blockedAmong(tx.db, actor.id, [post.user_id]))) throw new AppError('comment_refused');
  if (answered === undefined) throw new AppError('comment_not_found');
  const placed = await place(tx, actor, post, input.comment_content, answered);
  refuseUnanswered(await findUnanswered(tx.db, actor.id, post.id), limits.free);
  const commentId = await insertComment(tx.db, { ...placed, id: input.id, post_id: post.id, user_id: actor.id });
  const about = { post, commentId, repliedTo: answered?.user_id ?? null };
  const recipients = await findNotifiedOfComment(tx, actor, about);
  await takeComment(tx, actor, post, recipients.length, limits);
  await notifyOfComment(tx, actor, about, recipients);
  tx.signal(`post:${post.id}`, { type: 'comment_added', post_id: post.id });
  return findComment(tx.db, actor.id, commentId);
}

/** Decides where a comment is stored, its words, and whom it mentions: the person it answers, or the one typed at its beginning. */
async function place(
  tx: Tx,
  actor: Member,
  post: { id: string; user_id: string },
  content: string,
  answered: AnsweredComment | null,
): Promise<{ parent_id: string | null; content: string; mentioned: { user_id: string } | null }> {
  const placed = placeComment(content, answered);
  if (placed.mentioned || !content.startsWith('@')) return placed;
  const typed = onlyMentioned(content, await findPeopleOf(tx.db, actor.id, post));
  return typed ? { ...placed, content: typed.words, mentioned: typed.person } : placed;
}

/** A comment uses up at least so many of the people whom its author may notify, so that comments on quiet posts are limited, too. */
const leastNotified = 16;

/** Counts an added comment, which stays counted when it is deleted. Under their own post cooks may answer everybody. */
async function takeComment(
  tx: Tx,
  actor: Member,
  post: { id: string; user_id: string },
  notified: number,
  { stored, addressGroup }: WritingLimits,
): Promise<void> {
  const isOwn = isOwnPost(actor, post);
  await stored.take(tx.db, 'too_many_comments', [
    ...(isOwn ? [] : [{ limit: 'commentsByMemberAndPost' as const, of: [actor.id, post.id] }]),
    { limit: 'notifiedByMember', of: [actor.id], points: isOwn ? leastNotified : Math.max(notified, leastNotified) },
    { limit: 'commentsByPost', of: [post.id], isShared: !isOwn },
    { limit: 'commentsByPostAndAddress', of: [post.id, addressGroup], isShared: !isOwn },
  ]);
}

type AnsweredComment = NonNullable<Awaited<ReturnType<typeof findParent>>>;

/** The comment replied to; undefined when there is none that the replier sees under the post. */
async function findAnswered(tx: Tx, actor: Member, post: { id: string }, commentId: string) {
  const parent = await findParent(tx.db, actor.id, commentId);
  return parent && mayReplyTo(parent, post) ? parent : undefined;
}

/**
 * Whether a comment is sent again.
 * @param answered the comment replied to; undefined when the replier no longer sees it
 */
function isSameComment(
  stored: NonNullable<Awaited<ReturnType<typeof findStoredComment>>>,
  actor: Member,
  { post_id_to_comment_on: postId, comment_content: content }: ParsedInput<'add_comment'>,
  answered: AnsweredComment | null | undefined,
): boolean {
  const hasSameParent =
    answered === undefined ? stored.parent_id !== null : stored.parent_id === placeComment(content, answered).parent_id;
  return isOwnRepeat(actor, stored, { id: postId }) && hasSameParent && matchesStoredComment(stored, content);
}

/**
 * Locks a comment's post, and with it the comment (ARCHITECTURE.md, Lock order).
 * @returns both; undefined when there is no such comment
 */
export async function lockComment(tx: Tx, actor: Pick<Member, 'id'>, commentId: string) {
  const found = await findStoredComment(tx.db, commentId);
  const post = found && (await lockPost(tx.db, actor.id, found.post_id));
  const comment = post && (await findStoredComment(tx.db, commentId));
  return comment && { comment, post };
}
