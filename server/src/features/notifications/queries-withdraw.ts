import type { NotificationType } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';

export const deleteUnreadAboutConversation = (db: Db, userId: string, conversationId: string) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', 'new_message')
    .where('topic', '=', `messages:${conversationId}`)
    .where('is_read', '=', false)
    .execute();

/** Deletes a person's notifications that only this sender, or answers to the sender, caused; notifications of an admin's work stay. */
export const deleteFrom = (db: Db, userId: string, senderId: string) =>
  db
    .deleteFrom('notifications')
    .where('id', 'in', () =>
      lockedInOrder(db)
        .where('user_id', '=', userId)
        .where('type', '<>', 'new_user_signup')
        .where('type', '<>', 'new_report')
        .where(
          sql<boolean>`(
            (type = 'new_message' and sender_id = ${senderId})
            or (select bool_and(actor_id = ${senderId} or answered_id is not distinct from ${senderId})
              from notification_sources where notification_id = notifications.id))`,
        ),
    )
    .execute();

/** Deletes a person's notifications of these types. @returns how many they were */
export const deleteOfTypes = async (db: Db, userId: string, types: NotificationType[]): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('notifications')
        .where('id', 'in', () => lockedInOrder(db).where('user_id', '=', userId).where('type', 'in', types))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/**
 * Marks events that their author is about to take back as withdrawn, except for recipients whom the author has blocked since: these
 * learn nothing of it (D128).
 */
async function keepForBlocked(db: Db, blockerId: string, events: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ number: number; people: string[] }>`
    select e.number, array_agg(distinct s.user_id) as people
    from notification_events e
    join notification_sources s on s.number = e.number
    join all_blocks b on b.blocker_id = ${blockerId} and b.blocked_id = s.user_id
      and b.created_at between e.created_at and ${latestNoted}
    where ${events}
    group by e.number`.execute(db);
  if (rows.length === 0) return;
  // All rows are locked in one order here, before the trigger of each event locks its own (ARCHITECTURE.md, Lock order).
  const told = sql<string>`(select n.id from notification_events e
    join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event where ${events})`;
  await lockedInOrder(db).where('id', 'in', told).execute();
  for (const { number, people } of rows)
    await sql`
      update notification_events set withdrawn = true, kept_for = ${people}::uuid[], comment_id = null
      where number = ${number}`.execute(db);
}

/** Does this for a comment and the replies that are deleted with it. To be called before somebody deletes their own comment. */
export const keepCommentForBlocked = (db: Db, authorId: string, commentId: string): Promise<void> =>
  keepForBlocked(
    db,
    authorId,
    sql`e.comment_id in (select id from all_comments where id = ${commentId} or parent_id = ${commentId})`,
  );

/**
 * Withdraws a like's event. While the notification is unread the event is deleted; once it has been read the event stays,
 * marked as withdrawn, so that liking again notifies nobody (D35).
 */
export async function withdrawLike(db: Db, actorId: string, postId: string): Promise<void> {
  const unread = sql`select from notifications n
    where n.topic = e.topic and not n.is_read and e.number between n.first_event and n.last_event`;
  const like = sql`e.topic = ${`likes:${postId}`} and e.actor_id = ${actorId}`;
  await keepForBlocked(db, actorId, like);
  await sql`delete from notification_events e where ${like} and kept_for = '{}' and exists (${unread})`.execute(db);
  await sql`update notification_events e set withdrawn = true where ${like}`.execute(db);
}

const isAbout = (subjectIds: string[]) =>
  sql<boolean>`(subject_id is not null and subject_id = any (${subjectIds}::uuid[]))`;

const lockedInOrder = (db: Db) =>
  db.selectFrom('notifications').select('id').orderBy('user_id').orderBy('id').forUpdate();

/** Whether a row is about reports: such rows tell of several, and their events name the reported things. */
const isOfReports = sql<boolean>`topic = 'reports'`;
const isUndecided = sql<boolean>`exists (
  select from notification_sources s join notification_events e on e.number = s.number
  where s.notification_id = notifications.id and e.decision_id is null)`;

/** Marks the admins' notifications about subjects as read if all that they tell of is decided now. @returns whose they are */
export async function markDecided(db: Db, subjectIds: string[], decisionId: string): Promise<string[]> {
  const unread = await lockedInOrder(db)
    .where('is_read', '=', false)
    .where((row) => row.or([isAbout(subjectIds), isOfReports]))
    .execute();
  await sql`
    update notification_events set decision_id = ${decisionId}
    where subject_id = any (${subjectIds}::uuid[]) and decision_id is null`.execute(db);
  const read = await db
    .updateTable('notifications')
    .set({ is_read: true, decision_id: decisionId })
    .where('id', '=', sql<string>`any (${unread.map(({ id }) => id)}::uuid[])`)
    .where((row) => row.or([isAbout(subjectIds), row.not(isUndecided)]))
    .returning('user_id')
    .execute();
  return read.map(({ user_id }) => user_id);
}

/** Locks the notifications that a decision has made or marked as read, and those about the subjects. */
export const lockNotificationsOfDecision = (db: Db, decisionId: string, subjectIds: string[]) =>
  lockedInOrder(db)
    .where((row) => row.or([row('decision_id', '=', decisionId), isAbout(subjectIds)]))
    .execute();

/**
 * Marks the notifications as unread again that the decision had marked as read. A row of reports stays read when a later report has made
 * a new one: one unread row about them is enough.
 * @returns the people whose notifications these are
 */
export async function markUndecided(db: Db, decisionId: string): Promise<string[]> {
  await sql`update notification_events set decision_id = null where decision_id = ${decisionId}`.execute(db);
  const unread = await db
    .updateTable('notifications')
    .set({
      decision_id: null,
      is_read: sql<boolean>`exists (
        select from notifications other
        where other.user_id = notifications.user_id and other.topic = notifications.topic and not other.is_read)`,
    })
    .where('decision_id', '=', decisionId)
    .where((row) => row.or([row('subject_id', 'is not', null), isOfReports]))
    .returning('user_id')
    .execute();
  return unread.map(({ user_id }) => user_id);
}

/** Deletes the notifications that a decision has made, and those about the subjects. @returns whose they were */
export const deleteAboutDecision = async (db: Db, decisionId: string, subjectIds: string[]): Promise<string[]> =>
  (
    await db
      .deleteFrom('notifications')
      .where((row) => row.or([row('decision_id', '=', decisionId), isAbout(subjectIds)]))
      .returning('user_id')
      .execute()
  ).map(({ user_id }) => user_id);

/**
 * What notifications can be about: a post, a comment with its replies, a stall with its dishes, or a person with all they
 * posted and wrote.
 */
export type NotificationSubject = { post: string } | { comment: string } | { stall: string } | { person: string };

/** Finds the notifications about posts that somebody has caused, alone or with others: their recipients, with the posts or the stall. */
export async function findNamedIn(
  db: Db,
  personId: string,
  recipientId: string | null,
): Promise<{ user_id: string; post_id: string | null; stall_id: string | null }[]> {
  const { rows } = await sql<{ user_id: string; post_id: string | null; stall_id: string | null }>`
    select distinct n.user_id, n.post_id, case when n.type = 'dish_back' then e.actor_id end as stall_id
    from notification_events e
    join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event
    where e.actor_id = ${personId} and (n.post_id is not null or n.type = 'dish_back')
      and (${recipientId}::uuid is null or n.user_id = ${recipientId})`.execute(db);
  return rows;
}

/** Everybody who has a notification about something. */
export async function findRecipients(db: Db, subject: NotificationSubject): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`${recipientsOf(subject)}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** `union` gives each person once. Rows with a stored text name their subject themselves; the events of other rows name it. */
function recipientsOf(subject: NotificationSubject): RawBuilder<unknown> {
  const withEvents = sql`notification_events e join notifications n on n.topic = e.topic
    and e.number between n.first_event and n.last_event`;
  if ('post' in subject) {
    return sql`
      select user_id from notifications where post_id = ${subject.post}
      union select n.user_id from ${withEvents} where e.post_id = ${subject.post}`;
  }
  if ('comment' in subject) {
    const comments = sql`select id from all_comments where id = ${subject.comment} or parent_id = ${subject.comment}`;
    return sql`
      select user_id from notifications where comment_id in (${comments})
      union select n.user_id from ${withEvents} where e.comment_id in (${comments})`;
  }
  if ('stall' in subject) {
    return sql`
      select user_id from notifications where ${isAboutStall(subject.stall)}
      union select n.user_id from notifications n join all_posts p on p.id = n.post_id
        where p.user_id = ${subject.stall} and not p.is_admin_post
      union select n.user_id from ${withEvents} where e.actor_id = ${subject.stall} and n.type = 'dish_back'`;
  }
  const { person } = subject;
  const replies = sql`select reply.id from all_comments reply
    join all_comments parent on parent.id = reply.parent_id where parent.user_id = ${person}`;
  return sql`
    select user_id from notifications where sender_id = ${person}
    union select n.user_id from notifications n join all_posts p on p.id = n.post_id where p.user_id = ${person}
    union select n.user_id from notifications n join all_comments c on c.id = n.comment_id where c.user_id = ${person}
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
