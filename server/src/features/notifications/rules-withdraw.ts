import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { closeNamingPushes, closePushes } from '../push/rules.ts';
import { isNotified, withdrawnWithRole } from './policy.ts';
import { countUnreadApart, countUnreadOf } from './queries-notify.ts';
import type { Unread } from './queries-notify.ts';
import {
  deleteAboutDecision,
  deleteAboutStall,
  deleteFrom,
  deleteOfTypes,
  deleteUnreadAboutConversation,
  findNamedIn,
  findRecipients,
  lockNotificationsOfDecision,
  markDecided,
  markUndecided,
  withdrawLike,
} from './queries-withdraw.ts';
import type { NotificationSubject } from './queries-withdraw.ts';
import { publishGone, publishUnread, publishUnreadOf } from './rules-publish.ts';

export { keepCommentForBlocked } from './queries-withdraw.ts';

/** Takes a withdrawn like out of the owner's notification, and deletes the notification with its last like. */
export async function withdrawLikeNotification(
  tx: Tx,
  actor: Member,
  post: { id: string; user_id: string },
): Promise<void> {
  if (!isNotified(post.user_id, actor.id)) return;
  publishUnread(tx, await withoutBlocked(tx, actor.id, [post.user_id], () => withdrawLike(tx.db, actor.id, post.id)));
}

/**
 * Deletes something, hides it from everybody or shows it again, and sends the new unread count to everybody who was notified of it.
 * @param authorId the person whose it is
 * @param remove deletes or hides it; foreign keys and triggers on events delete notifications. Hidden things keep theirs, unseen (D129).
 */
export async function withdrawNotifications(
  tx: Tx,
  subject: NotificationSubject,
  authorId: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  const recipients = await findRecipients(tx.db, subject);
  const told = await withoutBlocked(tx, authorId, recipients, async () => {
    await remove();
    if ('stall' in subject) await deleteAboutStall(tx.db, subject.stall);
  });
  await publishGone(tx, told);
}

/**
 * Withdraws what somebody has caused.
 * @returns the new unread counts of the people who are told of it. A block keeps it from people (D74), unless a row of theirs is gone
 *   with it, for example with the post that the row was about
 */
async function withoutBlocked(
  tx: Tx,
  authorId: string,
  recipients: string[],
  withdraw: () => Promise<unknown>,
): Promise<Unread[]> {
  const before = await countUnreadApart(tx.db, recipients, authorId);
  const unreadBefore = new Map(before.map(({ user_id, unread }) => [user_id, unread]));
  await withdraw();
  return (await countUnreadOf(tx.db, recipients)).filter(({ user_id, unread }) => unreadBefore.get(user_id) !== unread);
}

/** Deletes the notifications that only somebody whom the person has just blocked caused, and closes pushes that name the blocked one. */
export async function withdrawNotificationsFrom(tx: Tx, userId: string, blockedId: string): Promise<void> {
  await closePushesNaming(tx, blockedId, userId);
  await deleteFrom(tx.db, userId, blockedId);
  await publishUnreadOf(tx, userId);
}

/**
 * Closes notifications on people's devices that name somebody whom they are not to see any more.
 * @param recipientId the person whose devices these are; null for everybody
 */
export const closePushesNaming = async (tx: Tx, personId: string, recipientId: string | null = null): Promise<void> =>
  closeNamingPushes(tx, await findNamedIn(tx.db, personId, recipientId));

/** Withdraws what a locked person was told because of a role that now changes (D131). To be called before they are told of the change. */
export async function withdrawNotificationsOfRole(
  tx: Tx,
  userId: string,
  change: { before: Read<Role>; after: Role },
): Promise<void> {
  if (change.before === change.after) return;
  const withdrawn = await deleteOfTypes(tx.db, userId, withdrawnWithRole(change));
  if (withdrawn > 0) await publishGone(tx, await countUnreadOf(tx.db, [userId]));
}

/**
 * Withdraws the notifications of a decision that is undone, and makes those unread again that it marked as read.
 * @param gone the ids of subjects that are gone with the decision
 */
export async function withdrawDecisionNotifications(tx: Tx, decisionId: string, gone: string[]): Promise<void> {
  // All are locked in one order, as everywhere where several are locked (ARCHITECTURE.md, Lock order).
  await lockNotificationsOfDecision(tx.db, decisionId, gone);
  const unread = await markUndecided(tx.db, decisionId);
  const withdrawn = await deleteAboutDecision(tx.db, decisionId, gone);
  await publishGone(tx, await countUnreadOf(tx.db, [...new Set([...unread, ...withdrawn])]));
}

/** Marks the admins' notifications about something as read once it is decided, as they lead nowhere any more. */
export async function markDecidedRead(tx: Tx, subjectIds: string[], decisionId: string): Promise<void> {
  if (subjectIds.length === 0) return;
  const readers = await markDecided(tx.db, subjectIds, decisionId);
  await publishGone(tx, await countUnreadOf(tx.db, [...new Set(readers)]));
}

/**
 * Withdraws the unread notification about a conversation whose messages are read or gone. The count is not sent.
 * @param isTold whether devices that show the notification close it
 */
export async function withdrawMessageNotification(
  tx: Tx,
  userId: string,
  conversationId: string,
  isTold: boolean,
): Promise<void> {
  await deleteUnreadAboutConversation(tx.db, userId, conversationId);
  if (isTold) await closePushes(tx, [userId]);
}
