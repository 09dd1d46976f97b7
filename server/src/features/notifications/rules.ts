import type { ParsedInput } from '@lapau/contract/calls';
import { ofKnown } from '@lapau/contract/known';
import type { Read } from '@lapau/contract/known';
import { notificationTexts, unknownNotification } from '@lapau/contract/notifications';
import type { Notification, NotificationType } from '@lapau/contract/notifications';
import type { Role } from '@lapau/contract/roles';
import type { Database } from '../../platform/database.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { closeNamingPushes, closePushes, pushMessage, pushNotifications } from '../push/rules.ts';
import { isNotified, mayMarkRead, withdrawnWithRole } from './policy.ts';
import {
  countUnreadApart,
  countUnreadOf,
  deleteUnreadOfType,
  findAdminIds,
  findCommenterIds,
  insertEvent,
  insertNotifications,
  upsertMessageNotification,
} from './queries-notify.ts';
import type { NewEvent, NewNotification, Notified, Recipient, Unread } from './queries-notify.ts';
import {
  deleteAboutDecision,
  deleteAboutStall,
  deleteFrom,
  deleteOfTypes,
  deleteUnreadAboutConversation,
  findNamedIn,
  findRecipients,
  keepCommentForBlocked,
  lockNotificationsOfDecision,
  markDecided,
  markUndecided,
  withdrawLike,
} from './queries-withdraw.ts';
import type { NotificationSubject } from './queries-withdraw.ts';
import {
  countUnread,
  deleteAll,
  findNotifications,
  findUnreadNotification,
  lockNotification,
  markAllRead,
  markRead,
} from './queries.ts';
import type { NotificationRow } from './queries.ts';

export { takeAdminsLockShared } from './queries-notify.ts';

type AboutPost = { id: string; user_id: string };

/**
 * Records an event and notifies its recipients, except the actor, who get one unread notification a topic. Its
 * text is that of the type (contract/src/notifications.ts).
 */
export async function notifyOfEvent(tx: Tx, event: NewEvent, recipients: Recipient[]): Promise<void> {
  const others = recipients.filter(({ user_id }) => isNotified(user_id, event.actor_id));
  if (others.length > 0) await publishNew(tx, await insertEvent(tx.db, event, others));
}

/** Takes a withdrawn like out of the owner's notification, and deletes the notification with its last like. */
export async function withdrawLikeNotification(tx: Tx, actor: Member, post: AboutPost): Promise<void> {
  if (!isNotified(post.user_id, actor.id)) return;
  publishUnread(tx, await withoutBlocked(tx, actor.id, [post.user_id], () => withdrawLike(tx.db, actor.id, post.id)));
}

/** `repliedTo` is the author of the comment replied to. */
type AboutComment = { post: AboutPost; commentId: string; repliedTo: string | null };

/**
 * Whom a comment notifies: the person replied to, the post's owner and everybody who commented before; each once, by the first of
 * these that applies.
 */
export async function findNotifiedOfComment(
  tx: Tx,
  actor: Member,
  { post, repliedTo }: AboutComment,
): Promise<Recipient[]> {
  const types = new Map<string, NotificationType>();
  for (const id of await findCommenterIds(tx.db, post.id)) types.set(id, 'post_activity');
  types.set(post.user_id, 'new_comment');
  if (repliedTo) types.set(repliedTo, 'new_reply');
  return [...types]
    .map(([user_id, type]) => ({ user_id, type }))
    .filter(({ user_id }) => isNotified(user_id, actor.id));
}

/** @param recipients whom findNotifiedOfComment has found */
export async function notifyOfComment(
  tx: Tx,
  actor: Member,
  { post, commentId, repliedTo }: AboutComment,
  recipients: Recipient[],
): Promise<void> {
  await notifyOfEvent(
    tx,
    {
      topic: `comments:${post.id}`,
      actor_id: actor.id,
      answered_id: repliedTo,
      post_id: post.id,
      comment_id: commentId,
    },
    recipients,
  );
}

/**
 * Deletes something, hides it from everybody or shows it again, and sends the new unread count to everybody who was notified of it.
 * @param authorId whose it is
 * @param remove deletes it; foreign keys, and triggers on events, delete the notifications. What is hidden keeps them, unseen (D129).
 */
export async function withdrawNotifications(
  tx: Tx,
  subject: NotificationSubject,
  authorId: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  const recipients = await findRecipients(tx.db, subject);
  const told = await withoutBlocked(tx, authorId, recipients, async () => {
    if ('comment' in subject) await keepCommentForBlocked(tx.db, authorId, subject.comment);
    await remove();
    if ('stall' in subject) await deleteAboutStall(tx.db, subject.stall);
  });
  await publishGone(tx, told);
}

/**
 * Withdraws what somebody has caused.
 * @returns the new unread counts of those who are told of it: a block keeps it from people (D74), but where a row of theirs has gone
 *   with it, as with the post that it was about
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

/** Deletes from a person's list what only somebody whom they have just blocked caused, and closes what names that person. */
export async function withdrawNotificationsFrom(tx: Tx, userId: string, blockedId: string): Promise<void> {
  await closePushesNaming(tx, blockedId, userId);
  await deleteFrom(tx.db, userId, blockedId);
  await publishUnreadOf(tx, userId);
}

/**
 * Closes on people's devices what names somebody whom they are not to see any more.
 * @param recipientId one of them; null for all
 */
export const closePushesNaming = async (tx: Tx, personId: string, recipientId: string | null = null): Promise<void> =>
  closeNamingPushes(tx, await findNamedIn(tx.db, personId, recipientId));

/** Withdraws what a person, who is locked, was told because of a role that changes (D131). To be called before they are told of it. */
export async function withdrawNotificationsOfRole(
  tx: Tx,
  userId: string,
  change: { before: Read<Role>; after: Role },
): Promise<void> {
  if (change.before === change.after) return;
  const withdrawn = await deleteOfTypes(tx.db, userId, withdrawnWithRole(change));
  if (withdrawn > 0) await publishGone(tx, await countUnreadOf(tx.db, [userId]));
}

/** Notifies one person of what Lapau itself has to say, in place of an unread notification of the same type. */
export async function notifyOnce(tx: Tx, notification: NewNotification): Promise<void> {
  await deleteUnreadOfType(tx.db, notification.user_id, notification.type);
  await publishNew(tx, await insertNotifications(tx.db, null, [notification]));
}

/** Tells people what was decided; unlike notifyOnce, nothing unread is replaced. */
export async function notifyOfDecision(tx: Tx, notifications: NewNotification[]): Promise<void> {
  if (notifications.length > 0) await publishNew(tx, await insertNotifications(tx.db, null, notifications));
}

/**
 * Withdraws the notifications of a decision that is undone; what it answered is unread again.
 * @param gone what admins were told of and went with the decision
 */
export async function withdrawDecisionNotifications(tx: Tx, decisionId: string, gone: string[]): Promise<void> {
  // all in one order, as everything that locks several (ARCHITECTURE.md, Lock order)
  await lockNotificationsOfDecision(tx.db, decisionId, gone);
  const unread = await markUndecided(tx.db, decisionId);
  const withdrawn = await deleteAboutDecision(tx.db, decisionId, gone);
  await publishGone(tx, await countUnreadOf(tx.db, [...new Set([...unread, ...withdrawn])]));
}

/** Marks the admins' notifications about something as read once it is decided, as they lead nowhere any more. */
export async function readAboutDecided(tx: Tx, subjectIds: string[], decisionId: string): Promise<void> {
  if (subjectIds.length === 0) return;
  const readers = await markDecided(tx.db, subjectIds, decisionId);
  await publishGone(tx, await countUnreadOf(tx.db, [...new Set(readers)]));
}

/**
 * Notifies the admins of a report: in one row of all that they have not read.
 * @param about.what how the text calls what was reported; of a message no more than that, as admins do not see the conversation
 */
export async function notifyOfReport(
  tx: Tx,
  actor: Member,
  { subjectId, what }: { subjectId: string; what: string },
): Promise<void> {
  const admins = await findAdminIds(tx.db);
  await notifyOfEvent(
    tx,
    { topic: 'reports', actor_id: actor.id, subject_id: subjectId, what },
    admins.map((user_id) => ({ user_id, type: 'new_report' })),
  );
}

/**
 * Notifies somebody of a message, in the notification that is unread about its conversation or in a new one. The
 * count is not sent: it travels with the message. Each message is pushed.
 * @returns how many are unread now
 */
export async function notifyOfMessage(
  tx: Tx,
  message: { id: string; conversationId: string; senderId: string; recipient: string },
): Promise<number> {
  await upsertMessageNotification(tx.db, message);
  await pushMessage(tx, message);
  return countUnread(tx.db, message.recipient);
}

/**
 * Withdraws what is unread about a conversation, which is read or gone. The count is not sent.
 * @param isTold whether devices that show it close it
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

export const countNotifications = (tx: Tx, userId: string): Promise<number> => countUnread(tx.db, userId);

/** Notifies the admins of an application to become a seller. */
export const notifyOfApplication = (
  tx: Tx,
  applicant: Member,
  { id, warungName }: { id: string; warungName: string },
): Promise<void> =>
  notifyAdmins(tx, applicant.id, {
    type: 'new_seller_application',
    content: `${applicant.name} ingin menjadi penjual: ${warungName}.`,
    subject_id: id,
  });

/** Notifies the admins of an appeal. */
export const notifyOfAppeal = (tx: Tx, person: { id: string; full_name: string }, appealId: string): Promise<void> =>
  notifyAdmins(tx, person.id, {
    type: 'new_appeal',
    content: `${person.full_name} mengajukan keberatan.`,
    subject_id: appealId,
  });

/** Tells every admin what Lapau itself has to say, in place of an unread notification of the same type. */
export async function notifyAdminsOnce(tx: Tx, notification: Omit<NewNotification, 'user_id'>): Promise<void> {
  for (const user_id of (await findAdminIds(tx.db)).toSorted()) await notifyOnce(tx, { ...notification, user_id });
}

/**
 * Tells the admins who made somebody one of them, so that no accomplice becomes one unseen (D80).
 * @param besides who is not told: the new one, and who did it
 */
export async function notifyOfNewAdmin(
  tx: Tx,
  said: Pick<NewNotification, 'content' | 'names' | 'nameless'>,
  besides: string[],
): Promise<void> {
  const others = (await findAdminIds(tx.db)).filter((id) => !besides.includes(id)).toSorted();
  await notifyOfDecision(
    tx,
    others.map((user_id) => ({ ...said, user_id, type: 'role_changed' })),
  );
}

/** Notifies the admins of a new account. */
export async function notifyOfSignUp(tx: Tx, user: { id: string }): Promise<void> {
  const admins = await findAdminIds(tx.db);
  await notifyOfEvent(
    tx,
    { topic: 'sign-ups', actor_id: user.id },
    admins.map((user_id) => ({ user_id, type: 'new_user_signup' })),
  );
}

/** A page of a person's notifications, newest first, with their texts. */
export async function listNotifications(
  database: Database,
  userId: string,
  page: ParsedInput<'get_notifications'>,
): Promise<Notification[]> {
  const rows = await findNotifications(database, userId, page);
  return rows.map(({ sender_nagari, food_name, what, count, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    content: row.content ?? textOf({ ...row, sender_nagari, food_name, what, count }),
  }));
}

/** What a push says of a notification; undefined once it is read or gone, or all who caused it are not to be seen. */
export async function findPushedNotification(database: Database, userId: string, id: string) {
  const row = await findUnreadNotification(database, userId, id);
  if (!row || (row.content === null && row.sender_name === null)) return undefined;
  return { type: row.type, post_id: row.post_id, content: row.content ?? textOf(row) };
}

function textOf({ type, sender_name, sender_nagari, other_senders, ...row }: Omit<NotificationRow, 'created_at'>) {
  const text = ofKnown(notificationTexts, type);
  if (text === undefined) return unknownNotification;
  if (text === null) throw new Error('a notification whose text is to be stored with it has none');
  const name = sender_name ?? 'Pengguna Tidak Dikenal';
  return text({
    name,
    who: other_senders === 0 ? name : `${name} dan ${other_senders} lainnya`,
    otherSenders: other_senders,
    nagari: sender_nagari,
    foodName: row.food_name,
    what: row.what,
    count: row.count,
  });
}

/** Marks one as read, or all that were there when the person chose to. @returns how many are unread now */
export async function markNotificationsRead(
  tx: Tx,
  userId: string,
  { notification_id: notificationId, age_ms: ageMs }: ParsedInput<'mark_notifications_read'>,
): Promise<number> {
  if (notificationId === undefined) await markAllRead(tx.db, userId, ageMs);
  else await markOneRead(tx, userId, notificationId);
  await closePushes(tx, [userId]);
  return publishUnreadOf(tx, userId);
}

/** One that is somebody else's, or gone, stays as it is. */
async function markOneRead(tx: Tx, userId: string, id: string): Promise<void> {
  const notification = await lockNotification(tx.db, id);
  if (notification && mayMarkRead(userId, notification)) await markRead(tx.db, id);
}

/** Deletes all that were there so long ago. @returns how many those were */
export async function deleteNotifications(tx: Tx, userId: string, ageMs: number): Promise<number> {
  const deleted = await deleteAll(tx.db, userId, ageMs);
  await closePushes(tx, [userId]);
  await publishUnreadOf(tx, userId);
  return deleted;
}

async function notifyAdmins(tx: Tx, senderId: string, notification: Omit<NewNotification, 'user_id'>): Promise<void> {
  const admins = (await findAdminIds(tx.db)).filter((id) => isNotified(id, senderId));
  if (admins.length === 0) return;
  await publishNew(
    tx,
    await insertNotifications(
      tx.db,
      senderId,
      admins.map((user_id) => ({ ...notification, user_id })),
    ),
  );
}

/** Sends the new unread count to people's open pages, and the notification to their devices. */
async function publishNew(tx: Tx, notified: Notified[]): Promise<void> {
  publishUnread(tx, notified);
  await pushNotifications(tx, notified);
}

/** The same where notifications were read or are gone, which may show on devices. */
async function publishGone(tx: Tx, people: Unread[]): Promise<void> {
  publishUnread(tx, people);
  await closePushes(
    tx,
    people.map(({ user_id }) => user_id),
  );
}

/** Sends the new unread count to people's open pages. */
function publishUnread(tx: Tx, recipients: Unread[]): void {
  for (const { user_id, unread } of recipients) tx.signal(`user:${user_id}`, { type: 'notifications_changed', unread });
}

async function publishUnreadOf(tx: Tx, userId: string): Promise<number> {
  const unread = await countUnread(tx.db, userId);
  publishUnread(tx, [{ user_id: userId, unread }]);
  return unread;
}
