import type { ParsedInput } from '@lapau/contract/calls';
import type { NotificationType } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';

export type NewNotification = {
  type: NotificationType;
  sender_id: string;
  content: string;
  post_id?: string | null;
  comment_id?: string | null;
};

/** The name a person goes by: the stall's for a seller. */
export const findDisplayName = async (db: Db, userId: string): Promise<string> =>
  (
    await db
      .selectFrom('profiles as p')
      .leftJoin('warungs as w', (join) => join.onRef('w.id', '=', 'p.id').on('p.role', '<>', 'pembeli'))
      .select(sql<string>`coalesce(w.name, p.full_name)`.as('name'))
      .where('p.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name;

export const findAdminIds = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('profiles').select('id').where('role', '=', 'admin').where('is_suspended', '=', false).execute()
  ).map(({ id }) => id);

/** Everybody whose visible comment stands under the post. */
export const findCommenterIds = async (db: Db, postId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('post_comments')
      .select('user_id')
      .distinct()
      .where('post_id', '=', postId)
      .where('visible', '=', true)
      .execute()
  ).map(({ user_id }) => user_id);

/** @returns the unread count of each person who got a row; a like that was told before gives none (D35) */
export async function insertNotifications(
  db: Db,
  recipients: string[],
  notification: NewNotification,
): Promise<{ user_id: string; unread: number }[]> {
  const inserted = await db
    .insertInto('notifications')
    .values(recipients.map((user_id) => ({ ...notification, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return countUnread(
    db,
    inserted.map(({ user_id }) => user_id),
  );
}

export async function countUnread(db: Db, userIds: string[]): Promise<{ user_id: string; unread: number }[]> {
  if (userIds.length === 0) return [];
  const result = await sql<{ user_id: string; unread: number }>`
    select id as user_id, (select count(*) from notifications n where n.user_id = ids.id and not n.is_read) as unread
    from unnest(${userIds}::uuid[]) ids(id)`.execute(db);
  return result.rows;
}

/** A page of one's own notifications as JSON text, newest first (notifications_newest). */
export async function findNotifications(
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_notifications'>,
): Promise<string> {
  const [row] = await database.named<{ list: string }>(
    {
      name: before ? 'notifications_before' : 'notifications',
      text: `
        select coalesce(json_agg(page), '[]')::text as list from (
          select id, content, created_at, is_read, post_id, type, sender_id, comment_id, conversation_id
          from notifications
          where user_id = $1 ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
          order by created_at desc, id desc limit $2
        ) page`,
    },
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );
  return row?.list ?? '[]';
}

export const markRead = (db: Db, userId: string, notificationId: string | undefined) =>
  db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .$if(notificationId !== undefined, (query) => query.where('id', '=', notificationId as string))
    .execute();

export const deleteAll = async (db: Db, userId: string): Promise<number> =>
  Number((await db.deleteFrom('notifications').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows);
