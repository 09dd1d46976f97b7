import type { Tx } from '../../platform/transactions/transaction.ts';
import { closePushes, pushNotifications } from '../push/rules.ts';
import type { Notified, Unread } from './queries-notify.ts';
import { countUnread } from './queries.ts';

/** Sends the new unread count to people's open pages, and the notification to their devices. */
export async function publishNew(tx: Tx, notified: Notified[]): Promise<void> {
  publishUnread(tx, notified);
  await pushNotifications(tx, notified);
}

/** Sends the new unread count of people whose notifications were read or are gone, and closes these notifications on their devices. */
export async function publishGone(tx: Tx, people: Unread[]): Promise<void> {
  publishUnread(tx, people);
  await closePushes(
    tx,
    people.map(({ user_id }) => user_id),
  );
}

/** Sends the new unread count to people's open pages. */
export function publishUnread(tx: Tx, recipients: Unread[]): void {
  for (const { user_id, unread } of recipients) tx.signal(`user:${user_id}`, { type: 'notifications_changed', unread });
}

export async function publishUnreadOf(tx: Tx, userId: string): Promise<number> {
  const unread = await countUnread(tx.db, userId);
  publishUnread(tx, [{ user_id: userId, unread }]);
  return unread;
}
