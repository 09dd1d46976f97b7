import type { ParsedInput } from '@lapau/contract/calls';
import { ofKnown } from '@lapau/contract/known';
import { notificationTexts, unknownNotification } from '@lapau/contract/notifications';
import type { Notification } from '@lapau/contract/notifications';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { closePushes } from '../push/rules.ts';
import { mayMarkRead } from './policy.ts';
import {
  deleteAll,
  findNotifications,
  findUnreadNotification,
  lockNotification,
  markAllRead,
  markRead,
} from './queries.ts';
import type { NotificationRow } from './queries.ts';
import { publishUnreadOf } from './rules-publish.ts';

/** A page of a person's notifications, newest first, with their texts. */
export async function listNotifications(
  database: Database,
  userId: string,
  page: ParsedInput<'get_notifications'>,
): Promise<Notification[]> {
  const rows = await findNotifications(database, userId, page);
  return rows.map(({ sender_nagari, food_name, other_dishes, stall_id, what, count, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    content: row.content ?? textOf({ ...row, sender_nagari, food_name, other_dishes, stall_id, what, count }),
  }));
}

/** Finds what a push says of a notification; undefined once it is read or gone, or when nobody who caused it may be seen. */
export async function findPushedNotification(database: Database, userId: string, id: string) {
  const row = await findUnreadNotification(database, userId, id);
  if (!row || (row.content === null && row.sender_name === null)) return undefined;
  return { type: row.type, post_id: row.post_id, stall_id: row.stall_id, content: row.content ?? textOf(row) };
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
    otherDishes: row.other_dishes,
    what: row.what,
    count: row.count,
  });
}

/** Marks one notification as read, or all that were there when the person chose so. @returns how many are unread now */
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

/** Marks a notification as read, unless it is somebody else's or gone. */
async function markOneRead(tx: Tx, userId: string, id: string): Promise<void> {
  const notification = await lockNotification(tx.db, id);
  if (notification && mayMarkRead(userId, notification)) await markRead(tx.db, id);
}

/** Deletes all notifications that were there so long ago. @returns how many they were */
export async function deleteNotifications(tx: Tx, userId: string, ageMs: number): Promise<number> {
  const deleted = await deleteAll(tx.db, userId, ageMs);
  await closePushes(tx, [userId]);
  await publishUnreadOf(tx, userId);
  return deleted;
}
