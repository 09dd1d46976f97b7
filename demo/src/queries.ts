import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../../server/src/platform/database/database.ts';
import type { SharedViews } from '../../server/src/platform/database/schema-views.ts';
import type { Schema } from '../../server/src/platform/database/schema.ts';

/** Whether the database has an account. The demo does not fill such a database. */
export const isInhabited = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('profiles').select('id').limit(1).executeTakeFirst()) !== undefined;

const rowsAtOnce = 500;

export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: Insertable<(Schema & SharedViews)[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
}

/** Gives a stored picture to the person it belongs to, once that person exists. */
export const setUploader = (db: Db, path: string, userId: string) =>
  db.updateTable('files').set({ uploaded_by: userId }).where('path', '=', path).execute();

export const deletePost = (db: Db, id: string) => db.deleteFrom('posts').where('id', '=', id).execute();

/** Notifies owners of the comments under their posts as the calls would have (D56); those of posts a day old are marked as read. */
export const notifyOwnersOfComments = (db: Db) =>
  sql`
    with events as (
      insert into notification_events (topic, actor_id, post_id, comment_id, created_at)
      select 'comments:' || c.post_id, c.user_id, c.post_id, c.id, c.created_at
      from post_comments c join posts p on p.id = c.post_id
      where c.user_id <> p.user_id
      order by c.created_at
      returning number, topic, post_id, created_at
    )
    insert into notifications (user_id, type, topic, post_id, first_event, last_event, created_at, is_read)
    select p.user_id, 'new_comment', e.topic, p.id, min(e.number), max(e.number), max(e.created_at),
      p.created_at < now() - interval '24 hours'
    from events e join posts p on p.id = e.post_id
    group by e.topic, p.id`.execute(db);

/**
 * Marks all messages of a conversation as read by both but the last ones: `unread` of them by the person who opened it, `otherUnread`
 * by the other person.
 */
export const markMessagesRead = (db: Db, conversationId: string, unread: number, otherUnread = 0) =>
  db
    .updateTable('conversations')
    .set({
      user1_read_sequence: sql`last_sequence - ${unread}`,
      user1_unread: unread,
      user2_read_sequence: sql`last_sequence - ${otherUnread}`,
      user2_unread: otherUnread,
    })
    .where('id', '=', conversationId)
    .execute();
