import type { ParsedInput } from '@lapau/contract/calls';
import type { NotificationType } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

export type NewNotification = {
  user_id: string;
  type: NotificationType;
  content: string;
  post_id?: string | null;
  comment_id?: string | null;
};

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
  senderId: string,
  news: NewNotification[],
): Promise<{ user_id: string; unread: number }[]> {
  // the count in the same statement does not see the row it adds
  const result = await sql<{ user_id: string; unread: number }>`
    with told as (
      insert into notifications (user_id, type, content, post_id, comment_id, sender_id)
      select user_id, type, content, post_id, comment_id, ${senderId}::uuid
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
        as news(user_id uuid, type text, content text, post_id uuid, comment_id uuid)
      order by user_id
      on conflict do nothing
      returning user_id
    )
    select user_id, 1 + (select count(*) from notifications n where n.user_id = told.user_id and not n.is_read) as unread
    from told`.execute(db);
  return result.rows;
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow();
  return unread;
}

/** A page of one's own notifications as JSON text, newest first (notifications_newest). */
export async function findNotifications(
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_notifications'>,
): Promise<string> {
  const [row] = await database.query<{ list: string }>(
    `select coalesce(json_agg(page), '[]')::text as list from (
       select id, content, created_at, is_read, post_id, type, sender_id, comment_id, conversation_id
       from notifications
       where user_id = $1 ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       order by created_at desc, id desc limit $2
     ) page`,
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );
  return row?.list ?? '[]';
}

/** A person's notifications, locked by id: no two transactions wait for each other's (ARCHITECTURE.md, Lock order). */
const lockOwn = (db: Db, userId: string) =>
  db.selectFrom('notifications').select('id').where('user_id', '=', userId).orderBy('id').forUpdate();

export const markRead = (db: Db, userId: string, notificationId: string | undefined) =>
  db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', 'in', () =>
      lockOwn(db, userId)
        .where('is_read', '=', false)
        .$if(notificationId !== undefined, (query) => query.where('id', '=', notificationId as string)),
    )
    .execute();

export const deleteAll = async (db: Db, userId: string): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('notifications')
        .where('id', 'in', () => lockOwn(db, userId))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/** Read ones after 90 days, unread ones after 180 (D61). */
export const deleteOldNotifications = (db: Db, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'notifications',
    sql`created_at < now() - interval '90 days' and (is_read or created_at < now() - interval '180 days')`,
    limit,
  );
