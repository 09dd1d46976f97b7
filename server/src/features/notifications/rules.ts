import type { NotificationType } from '@lapau/contract/notifications';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/write.ts';
import { countUnread, deleteAll, findAdminIds, findCommenterIds, insertNotifications, markRead } from './queries.ts';
import type { NewNotification } from './queries.ts';

type AboutPost = { id: string; user_id: string; food_name: string };

/** A like, told once a post and liker (D35). */
export async function notifyOfLike(tx: Tx, actor: Member, post: AboutPost): Promise<void> {
  await notify(tx, actor.id, [
    {
      user_id: post.user_id,
      type: 'new_like',
      post_id: post.id,
      content: `${actor.name} menyukai postingan Anda: ${post.food_name}.`,
    },
  ]);
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
  const told = new Set<string>();
  const tell = (recipients: (string | null)[], type: NotificationType, content: string) =>
    recipients
      .filter((id) => id !== null && !told.has(id))
      .map((id) => {
        told.add(id as string);
        return { user_id: id as string, type, content, post_id: post.id, comment_id: commentId };
      });
  await notify(tx, actor.id, [
    ...tell([repliedTo], 'new_reply', `${actor.name} membalas komentar Anda di ${post.food_name}.`),
    ...tell([post.user_id], 'new_comment', `${actor.name} mengomentari postingan Anda: ${post.food_name}.`),
    ...tell(
      await findCommenterIds(tx.db, post.id),
      'post_activity',
      `${actor.name} juga berkomentar di ${post.food_name}.`,
    ),
  ]);
}

/** A report, told to the admins. */
export async function notifyOfReport(
  tx: Tx,
  actor: Member,
  about: { postId: string; commentId: string | null; foodName: string },
): Promise<void> {
  const what = about.commentId ? 'komentar di' : 'postingan';
  await notifyAdmins(tx, actor.id, {
    type: 'new_report',
    post_id: about.postId,
    comment_id: about.commentId,
    content: `${actor.name} melaporkan ${what} ${about.foodName}.`,
  });
}

/** A new account, told to the admins. */
export async function notifyOfSignUp(tx: Tx, user: { id: string; full_name: string; nagari: string }): Promise<void> {
  await notifyAdmins(tx, user.id, {
    type: 'new_user_signup',
    content: `${user.full_name} dari ${user.nagari} baru mendaftar.`,
  });
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

async function notifyAdmins(tx: Tx, senderId: string, news: Omit<NewNotification, 'user_id'>): Promise<void> {
  const admins = await findAdminIds(tx.db);
  await notify(
    tx,
    senderId,
    admins.map((user_id) => ({ ...news, user_id })),
  );
}

/** Writes the news, at most one a recipient, and sends their pages the new badge; never to oneself (D35). */
async function notify(tx: Tx, senderId: string, news: NewNotification[]): Promise<void> {
  const others = news.filter(({ user_id }) => user_id !== senderId);
  if (others.length === 0) return;
  const told = await insertNotifications(tx.db, senderId, others);
  for (const { user_id, unread } of told) tx.signal(`user:${user_id}`, { type: 'notifications_changed', unread });
}

async function tellUnread(tx: Tx, userId: string): Promise<number> {
  const unread = await countUnread(tx.db, userId);
  tx.signal(`user:${userId}`, { type: 'notifications_changed', unread });
  return unread;
}
