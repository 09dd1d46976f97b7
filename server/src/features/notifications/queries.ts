import type { ParsedInput } from '@lapau/contract/calls';
import type { Notification } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import { inFuture, latestNoted } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

/** Counts a person's unread notifications, without those of messages, which are counted one by one. */
export async function countUnreadOthers(db: Db, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('unread_notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('type', '<>', 'new_message')
    .executeTakeFirstOrThrow();
  return unread;
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('unread_notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return unread;
}

export type NotificationRow = Omit<Notification, 'content' | 'created_at'> & {
  /** Null if the text is derived from the events behind the notification. */
  content: string | null;
  created_at: Date;
  sender_nagari: string | null;
  food_name: string | null;
  other_dishes: number;
  /** The stall, if the notification tells of its dishes. */
  stall_id: string | null;
  /** The words for what was reported last, and how many reports are behind the row. */
  what: string | null;
  count: number;
};

/**
 * A page of one's own notifications, newest first (notifications_newest), with sender and count derived from their events;
 * suspended people are neither named nor counted (D11), and text that names a hidden post is left out (D129).
 */
export const findNotifications = (
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_notifications'>,
): Promise<NotificationRow[]> =>
  database.query<NotificationRow>(
    described(`
       where user_id = $1 ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       order by created_at desc, id desc limit $2`),
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );

/** One of a person's notifications that they have not read. */
export const findUnreadNotification = async (
  database: Database,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  (await database.query<NotificationRow>(described('where user_id = $1 and id = $2 and not is_read'), [userId, id]))[0];

/** The rows that a condition finds, newest first, with what is derived from their events. */
const described = (found: string): string =>
  `with page as materialized (
       select * from shown_notifications ${found}
     )
     select n.id, n.content, n.created_at, n.is_read, coalesce(n.post_id, latest.post_id) as post_id, n.type, n.conversation_id, n.decision_id, sender.id as sender_id,
       coalesce(latest.comment_id, n.comment_id) as comment_id,
       sender.name as sender_name, sender.nagari as sender_nagari, o.food_name,
       greatest(0, everybody.people - 1)::int as other_senders,
       latest.what, everybody.events::int as count, greatest(0, everybody.posts - 1)::int as other_dishes,
       case when n.type = 'dish_back' then latest.actor_id end as stall_id,
       '/storage/avatars/' || sender.avatar_url as sender_avatar_url,
       case when o.visible then '/storage/posts/' || o.images[1] end as post_image_url
     from page n
     left join lateral (
       select actor_id, comment_id, what, post_id from shown_sources where notification_id = n.id order by number desc limit 1
     ) latest on true
     left join lateral (
       select count(distinct actor_id) as people, count(*) as events, count(distinct post_id) as posts from shown_sources where notification_id = n.id
     ) everybody on true
     left join visible_people sender on sender.id = coalesce(latest.actor_id, n.sender_id)
     left join all_posts o on o.id = coalesce(n.post_id, latest.post_id)
     order by n.created_at desc, n.id desc`;

/** Finds the types, posts and stalls of a person's unread notifications; they are few, as notifications are merged. */
export const findUnreadSubjects = (db: Db, userId: string) =>
  db
    .selectFrom('unread_notifications')
    .select(['type', 'post_id', 'stall_id'])
    .distinct()
    .where('user_id', '=', userId)
    .execute();

/** Locks a person's notifications in the order of ids, so that two transactions never wait for each other (ARCHITECTURE.md, Lock order). */
const lockNotifications = (db: Db, userId: string) =>
  db.selectFrom('notifications').select('id').where('user_id', '=', userId).orderBy('id').forUpdate();

/**
 * Locks the notifications that were there so long ago, also those that a clock has dated ahead. One millisecond is added, because
 * stored times are rounded up to the next millisecond.
 */
const lockThose = (db: Db, userId: string, ageMs: number) =>
  lockNotifications(db, userId).where((row) =>
    row.or([row('created_at', '<', inFuture(1 - ageMs)), row('created_at', '>', latestNoted)]),
  );

export const markAllRead = (db: Db, userId: string, ageMs: number) =>
  db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', 'in', () => lockThose(db, userId, ageMs).where('is_read', '=', false))
    .execute();

export const lockNotification = (db: Db, id: string) =>
  db.selectFrom('notifications').select('user_id').where('id', '=', id).forUpdate().executeTakeFirst();

export const markRead = (db: Db, id: string) =>
  db.updateTable('notifications').set({ is_read: true }).where('id', '=', id).execute();

export const deleteAll = async (db: Db, userId: string, ageMs: number): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('notifications')
        .where('id', 'in', () => lockThose(db, userId, ageMs))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/** Deletes read notifications after 90 days, and unread ones after 180 days (D61). */
export const deleteOldNotifications = (db: Db, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'notifications',
    sql`created_at < now() - interval '90 days' and (is_read or created_at < now() - interval '180 days')`,
    limit,
  );

/**
 * Deletes events older than 180 days, as no unread notification is. Events of likes stay as long as post and liker: they say that
 * the owner was notified of the like (D35).
 */
export const deleteOldEvents = (db: Db, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'notification_events',
    sql`created_at < now() - interval '180 days' and topic not like 'likes:%'`,
    limit,
  );
