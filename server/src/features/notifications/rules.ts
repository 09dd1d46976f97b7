import type { NotificationType } from '@lapau/contract/notifications';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { pushMessage } from '../push/rules.ts';
import { isNotified } from './policy.ts';
import {
  deleteUnreadOfType,
  findAdminIds,
  findCommenterIds,
  insertEvent,
  insertNotifications,
  upsertMessageNotification,
} from './queries-notify.ts';
import type { NewEvent, NewNotification, Recipient } from './queries-notify.ts';
import { countUnread } from './queries.ts';
import { publishNew } from './rules-publish.ts';

export { takeAdminsLockShared } from './queries-notify.ts';

/**
 * Records an event and notifies its recipients, except the actor. A recipient has one unread notification for each
 * topic; its text is that of the type (contract/src/notifications.ts).
 */
export async function notifyOfEvent(tx: Tx, event: NewEvent, recipients: Recipient[]): Promise<void> {
  const others = recipients.filter(({ user_id }) => isNotified(user_id, event.actor_id));
  if (others.length > 0) await publishNew(tx, await insertEvent(tx.db, event, others));
}

/** `repliedTo` is the author of the comment replied to. */
type AboutComment = { post: { id: string; user_id: string }; commentId: string; repliedTo: string | null };

/**
 * Finds the people whom a comment notifies: the person replied to, the post's owner and everybody who commented before. Each is
 * notified once, as the first of these that applies.
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

/** @param recipients the people whom findNotifiedOfComment has found */
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
 * Notifies the admins of a report. All reports that an admin has not read share one row.
 * @param about.what the words for what was reported; for a message they say no more than that, as admins do not see conversations
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
 * @returns how many notifications are unread now
 */
export async function notifyOfMessage(
  tx: Tx,
  message: { id: string; conversationId: string; senderId: string; recipient: string },
): Promise<number> {
  await upsertMessageNotification(tx.db, message);
  await pushMessage(tx, message);
  return countUnread(tx.db, message.recipient);
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
 * @param besides the people who are not told: the new admin, and the one who made them an admin
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
