import type { ParsedInput } from '@lapau/contract/calls';
import type { Notification, NotificationType } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

/** A notification with a stored text; it collapses with no other. */
export type NewNotification = {
  user_id: string;
  type: NotificationType;
  content: string;
  post_id?: string | null;
  comment_id?: string | null;
  /** The admin's decision that it tells of. */
  decision_id?: string | null;
};

/** Something that happened; notifications of one topic collapse (D56). */
export type NewEvent = {
  /** What happened to what, such as `comments:<post id>`. */
  topic: string;
  actor_id: string;
  /** Author of the comment that this one replies to. */
  answered_id?: string | null;
  post_id?: string | null;
  comment_id?: string | null;
};
export type Recipient = { user_id: string; type: NotificationType };
export type Unread = { user_id: string; unread: number };

export const findAdminIds = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('profiles').select('id').where('role', '=', 'admin').where('is_suspended', '=', false).execute()
  ).map(({ id }) => id);

/** Everybody whose visible comment stands under the post, but for whom the person has blocked or is blocked by (D74). */
export const findCommenterIds = async (db: Db, postId: string, personId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('post_comments')
      .select('user_id')
      .distinct()
      .where('post_id', '=', postId)
      .where('visible', '=', true)
      .where(sql<boolean>`not is_blocked(${personId}, user_id)`)
      .execute()
  ).map(({ user_id }) => user_id);

export const deleteUnreadOfType = (db: Db, userId: string, type: NotificationType) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('is_read', '=', false)
    .execute();

/** @returns the unread count of each person who got a row */
export async function insertNotifications(
  db: Db,
  senderId: string | null,
  notifications: NewNotification[],
): Promise<Unread[]> {
  // the count in the same statement does not see the row it adds
  const result = await sql<Unread>`
    with inserted as (
      insert into notifications (user_id, type, content, post_id, comment_id, decision_id, sender_id)
      select user_id, type, content, post_id, comment_id, decision_id, ${senderId}::uuid
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
        as given(user_id uuid, type text, content text, post_id uuid, comment_id uuid, decision_id uuid)
      order by user_id
      returning user_id
    )
    select user_id, 1 + (select count(*) from notifications n where n.user_id = inserted.user_id and not n.is_read) as unread
    from inserted`.execute(db);
  return result.rows;
}

/**
 * Records an event and notifies its recipients: in the row that is unread about its topic, or in a new one (D56). One
 * statement, at most one row a recipient, locked by recipient.
 * @returns the unread count of each recipient; nothing for a like that they were notified of before (D35)
 */
export async function insertEvent(db: Db, event: NewEvent, recipients: Recipient[]): Promise<Unread[]> {
  const { topic, actor_id, answered_id = null, post_id = null, comment_id = null } = event;
  const people = recipients.map(({ user_id }) => user_id);
  const types = recipients.map(({ type }) => type);
  // the count in the same statement sees a row that was unread before, and not one that is new
  const result = await sql<Unread>`
    with event as (
      insert into notification_events (topic, actor_id, answered_id, post_id, comment_id)
      values (${topic}, ${actor_id}, ${answered_id}, ${post_id}, ${comment_id})
      on conflict do nothing
      returning number, created_at
    ), notified as (
      insert into notifications as n (user_id, type, topic, post_id, first_event, last_event, created_at)
      select user_id, type, ${topic}, ${post_id}, number, number, created_at
      from event, unnest(${people}::uuid[], ${types}::text[]) as recipient (user_id, type)
      order by user_id
      on conflict (user_id, type, topic) where not is_read do update set
        first_event = least(n.first_event, excluded.first_event),
        last_event = greatest(n.last_event, excluded.last_event),
        created_at = greatest(n.created_at, excluded.created_at)
      returning id, user_id
    )
    select user_id, 1 + (
      select count(*) from notifications n where n.user_id = notified.user_id and not n.is_read and n.id <> notified.id
    ) as unread
    from notified`.execute(db);
  return result.rows;
}

/** One row about a conversation while it is unread (notifications_one_unread); its text is derived from the sender. */
export const upsertMessageNotification = (
  db: Db,
  { conversationId, senderId, recipient }: { conversationId: string; senderId: string; recipient: string },
) =>
  sql`
    insert into notifications as n (user_id, type, topic, sender_id, conversation_id)
    values (${recipient}, 'new_message', ${`messages:${conversationId}`}, ${senderId}, ${conversationId})
    on conflict (user_id, type, topic) where not is_read do update set
      sender_id = excluded.sender_id,
      created_at = greatest(n.created_at, excluded.created_at)`.execute(db);

export const deleteUnreadAboutConversation = (db: Db, userId: string, conversationId: string) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', 'new_message')
    .where('topic', '=', `messages:${conversationId}`)
    .where('is_read', '=', false)
    .execute();

/**
 * Withdraws a like's event. While the notification is unread the event is deleted; once it has been read the event stays,
 * marked as withdrawn, so that liking again notifies nobody (D35).
 */
export async function withdrawLike(db: Db, actorId: string, postId: string): Promise<void> {
  const unread = sql`select from notifications n
    where n.topic = e.topic and not n.is_read and e.number between n.first_event and n.last_event`;
  const like = sql`e.post_id = ${postId} and e.actor_id = ${actorId} and e.comment_id is null`;
  await sql`delete from notification_events e where ${like} and exists (${unread})`.execute(db);
  await sql`update notification_events e set withdrawn = true where ${like}`.execute(db);
}

const lockedInOrder = (db: Db) =>
  db.selectFrom('notifications').select('id').orderBy('user_id').orderBy('id').forUpdate();

/** Marks as read what admins were told of a person's application. @returns who had not read it */
export const markApplicationDecided = async (db: Db, applicantId: string, decisionId: string): Promise<string[]> =>
  (
    await db
      .updateTable('notifications')
      .set({ is_read: true, decision_id: decisionId })
      .where('id', 'in', () =>
        lockedInOrder(db)
          .where('sender_id', '=', applicantId)
          .where('type', '=', 'new_seller_application')
          .where('is_read', '=', false),
      )
      .returning('user_id')
      .execute()
  ).map(({ user_id }) => user_id);

/** Locks what a decision has notified of or marked as read. */
export const lockAboutDecision = (db: Db, decisionId: string) =>
  lockedInOrder(db).where('decision_id', '=', decisionId).execute();

/** Marks as unread again what the decision had marked as read. @returns whose it is */
export const markApplicationUndecided = async (db: Db, decisionId: string): Promise<string[]> =>
  (
    await db
      .updateTable('notifications')
      .set({ is_read: false, decision_id: null })
      .where('decision_id', '=', decisionId)
      .where('type', '=', 'new_seller_application')
      .returning('user_id')
      .execute()
  ).map(({ user_id }) => user_id);

/** Deletes the notifications of a decision. @returns whose they were */
export const deleteAboutDecision = async (db: Db, decisionId: string): Promise<string[]> =>
  (await db.deleteFrom('notifications').where('decision_id', '=', decisionId).returning('user_id').execute()).map(
    ({ user_id }) => user_id,
  );

/**
 * What notifications can be about: a post, a comment with its replies, a stall with its dishes, or a person with all they
 * posted and wrote.
 */
export type NotificationSubject = { post: string } | { comment: string } | { stall: string } | { person: string };

/** Everybody who has a notification about something. */
export async function findRecipients(db: Db, subject: NotificationSubject): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`${recipientsOf(subject)}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** `union` gives each person once. Rows with a stored text name their subject themselves, the others by their events. */
function recipientsOf(subject: NotificationSubject): RawBuilder<unknown> {
  const withEvents = sql`notification_events e join notifications n on n.topic = e.topic
    and e.number between n.first_event and n.last_event`;
  if ('post' in subject) return sql`select distinct user_id from notifications where post_id = ${subject.post}`;
  if ('comment' in subject) {
    const comments = sql`select id from post_comments where id = ${subject.comment} or parent_id = ${subject.comment}`;
    return sql`
      select user_id from notifications where comment_id in (${comments})
      union select n.user_id from ${withEvents} where e.comment_id in (${comments})`;
  }
  if ('stall' in subject) {
    return sql`
      select user_id from notifications where ${isAboutStall(subject.stall)}
      union select n.user_id from notifications n join posts p on p.id = n.post_id
        where p.user_id = ${subject.stall} and not p.is_admin_post`;
  }
  const { person } = subject;
  const replies = sql`select reply.id from post_comments reply
    join post_comments parent on parent.id = reply.parent_id where parent.user_id = ${person}`;
  return sql`
    select user_id from notifications where sender_id = ${person}
    union select n.user_id from notifications n join posts p on p.id = n.post_id where p.user_id = ${person}
    union select n.user_id from notifications n join post_comments c on c.id = n.comment_id where c.user_id = ${person}
    union select user_id from notifications where comment_id in (${replies})
    union select n.user_id from ${withEvents} where e.actor_id = ${person}
    union select n.user_id from ${withEvents} where e.comment_id in (${replies})`;
}

/** A cook's notifications that lead to the stall. */
const isAboutStall = (cookId: string) =>
  sql<boolean>`user_id = ${cookId} and type in ('application_approved', 'still_open')`;

/** Deletes a cook's notifications about the stall; no foreign key leads from there to it. */
export const deleteAboutStall = (db: Db, cookId: string) =>
  db.deleteFrom('notifications').where(isAboutStall(cookId)).execute();

/** @returns the unread count of each of these people */
export async function countUnreadOf(db: Db, userIds: string[]): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select person as user_id, (select count(*) from notifications where user_id = person and not is_read) as unread
    from unnest(${userIds}::uuid[]) person`.execute(db);
  return rows;
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

export type NotificationRow = Omit<Notification, 'content' | 'created_at'> & {
  /** null: derived from its events. */
  content: string | null;
  created_at: Date;
  sender_nagari: string | null;
  food_name: string | null;
};

/**
 * A page of one's own notifications, newest first (notifications_newest), with sender and count derived from their events;
 * suspended people are neither named nor counted (D11).
 */
export const findNotifications = (
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_notifications'>,
): Promise<NotificationRow[]> =>
  database.query<NotificationRow>(
    `with page as materialized (
       select * from notifications
       where user_id = $1 ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       order by created_at desc, id desc limit $2
     )
     select n.id, n.content, n.created_at, n.is_read, n.post_id, n.type, n.conversation_id, n.decision_id, sender.id as sender_id,
       coalesce(latest.comment_id, n.comment_id) as comment_id,
       sender.name as sender_name, sender.nagari as sender_nagari, o.food_name,
       greatest(0, everybody.count - 1)::int as other_senders,
       '/storage/avatars/' || sender.avatar_url as sender_avatar_url,
       case when o.visible then '/storage/posts/' || o.images[1] end as post_image_url
     from page n
     left join lateral (
       select s.actor_id, s.comment_id from notification_sources s
       join visible_people p on p.id = s.actor_id
       where s.notification_id = n.id order by s.number desc limit 1
     ) latest on true
     left join lateral (
       select count(distinct s.actor_id) from notification_sources s
       join visible_people p on p.id = s.actor_id
       where s.notification_id = n.id
     ) everybody on true
     left join visible_people sender on sender.id = coalesce(latest.actor_id, n.sender_id)
     left join posts o on o.id = n.post_id
     order by n.created_at desc, n.id desc`,
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );

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

/**
 * More than 180 days old, as no unread notification is. Those of likes stay with post and liker: they say that the
 * owner was notified of it (D35).
 */
export const deleteOldEvents = (db: Db, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'notification_events',
    sql`created_at < now() - interval '180 days' and (comment_id is not null or post_id is null)`,
    limit,
  );
