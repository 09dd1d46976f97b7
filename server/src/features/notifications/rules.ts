import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/write.ts';
import {
  countUnread,
  deleteAll,
  findAdminIds,
  findCommenterIds,
  findDisplayName,
  insertNotifications,
  markRead,
} from './queries.ts';
import type { NewNotification } from './queries.ts';

type AboutPost = { id: string; user_id: string; food_name: string };

/** A like, told once a post and liker (D35). */
export async function notifyOfLike(tx: Tx, actor: Member, post: AboutPost): Promise<void> {
  await notify(tx, actor.id, [post.user_id], (name) => ({
    type: 'new_like',
    post_id: post.id,
    content: `${name} menyukai postingan Anda: ${post.food_name}.`,
  }));
}

/**
 * A comment: told to whom it answers, to the post's owner, and to those who commented before (D35); each person is told
 * once, in the closest of these ways.
 * @param about.repliedTo author of the comment it answers
 */
export async function notifyOfComment(
  tx: Tx,
  actor: Member,
  about: { post: AboutPost; commentId: string; repliedTo: string | null },
): Promise<void> {
  const { post, commentId, repliedTo } = about;
  const target = { post_id: post.id, comment_id: commentId };
  const told = new Set([actor.id]);
  const untold = (ids: (string | null)[]) =>
    ids.filter((id) => id !== null && !told.has(id) && told.add(id)) as string[];

  await notify(tx, actor.id, untold([repliedTo]), (name) => ({
    ...target,
    type: 'new_reply',
    content: `${name} membalas komentar Anda di ${post.food_name}.`,
  }));
  await notify(tx, actor.id, untold([post.user_id]), (name) => ({
    ...target,
    type: 'new_comment',
    content: `${name} mengomentari postingan Anda: ${post.food_name}.`,
  }));
  await notify(tx, actor.id, untold(await findCommenterIds(tx.db, post.id)), (name) => ({
    ...target,
    type: 'post_activity',
    content: `${name} juga berkomentar di ${post.food_name}.`,
  }));
}

/** A report, told to the admins. */
export async function notifyOfReport(
  tx: Tx,
  actor: Member,
  about: { postId: string; commentId: string | null; foodName: string },
): Promise<void> {
  await notify(tx, actor.id, await findAdminIds(tx.db), (name) => ({
    type: 'new_report',
    post_id: about.postId,
    comment_id: about.commentId,
    content: `${name} melaporkan ${about.commentId ? 'komentar di' : 'postingan'} ${about.foodName}.`,
  }));
}

/** A new account, told to the admins. */
export async function notifyOfSignUp(tx: Tx, user: { id: string; full_name: string; nagari: string }): Promise<void> {
  await notify(tx, user.id, await findAdminIds(tx.db), () => ({
    type: 'new_user_signup',
    content: `${user.full_name} dari ${user.nagari} baru mendaftar.`,
  }));
}

/** @returns how many are unread now */
export async function markNotificationsRead(
  tx: Tx,
  userId: string,
  notificationId: string | undefined,
): Promise<number> {
  await markRead(tx.db, userId, notificationId);
  return tellUnread(tx, userId);
}

/** @returns how many there were */
export async function deleteNotifications(tx: Tx, userId: string): Promise<number> {
  const deleted = await deleteAll(tx.db, userId);
  await tellUnread(tx, userId);
  return deleted;
}

/** Writes one notification a recipient and sends their pages the new badge; never to oneself (D35). */
async function notify(
  tx: Tx,
  senderId: string,
  recipients: string[],
  write: (senderName: string) => Omit<NewNotification, 'sender_id'>,
): Promise<void> {
  const others = recipients.filter((id) => id !== senderId);
  if (others.length === 0) return;
  const name = await findDisplayName(tx.db, senderId);
  const told = await insertNotifications(tx.db, others, { ...write(name), sender_id: senderId });
  for (const { user_id, unread } of told) tx.signal(`user:${user_id}`, { type: 'notifications_changed', unread });
}

async function tellUnread(tx: Tx, userId: string): Promise<number> {
  const [counted] = await countUnread(tx.db, [userId]);
  const unread = counted?.unread ?? 0;
  tx.signal(`user:${userId}`, { type: 'notifications_changed', unread });
  return unread;
}
