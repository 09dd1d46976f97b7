import type { NotificationType } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import { takeAdvisoryLockShared } from '../../platform/database/database.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';

/** A notification with a stored text; it is merged with no other. */
export type NewNotification = {
  user_id: string;
  type: NotificationType;
  content: string;
  /** The people whom the content names besides its recipient; it becomes `nameless` when one of their accounts is deleted. */
  names?: string[];
  nameless?: string;
  post_id?: string | null;
  comment_id?: string | null;
  /** The admin's decision that the notification tells of. */
  decision_id?: string | null;
  /** The thing that waits for the admins: an application, an appeal, or what was reported. */
  subject_id?: string;
};

/** Something that happened; notifications of one topic are merged (D56). */
export type NewEvent = {
  /** Names the kind of event and its subject, such as `comments:<post id>`. */
  topic: string;
  actor_id: string;
  /** Author of the comment that this one replies to. */
  answered_id?: string | null;
  post_id?: string | null;
  comment_id?: string | null;
  /** The reported thing, and the words that the text has for it. */
  subject_id?: string;
  what?: string;
};
export type Recipient = { user_id: string; type: NotificationType };

/** A notification that a person got, and how many they have not read. */
export type Notified = Unread & { id: string; type: NotificationType };

/** How many notifications a person has not read. */
export type Unread = { user_id: string; unread: number };

/** The time of a row `n` that now tells of one more event: the later of both, unless a clock has dated the stored one ahead. */
const laterNoted = sql`greatest(case when n.created_at <= ${latestNoted} then n.created_at end, excluded.created_at)`;

/** Has a row that is unread already tell of one more event, where there is one. */
const orUnreadRow = sql`
  on conflict (user_id, type, topic) where not is_read do update set
    first_event = least(n.first_event, excluded.first_event),
    last_event = greatest(n.last_event, excluded.last_event),
    created_at = ${laterNoted}
  returning id, user_id, type`;

/** Selects the rows of `notified`. Its count sees a row that was unread before the statement, and not one that is new. */
const withUnread = sql`
  select id, user_id, type, 1 + (
    select count(*) from unread_notifications n where n.user_id = notified.user_id and n.id <> notified.id
  ) as unread
  from notified`;

export const findAdminIds = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('all_people')
      .select('id')
      .where('role', '=', 'admin')
      .where('is_suspended', '=', false)
      .execute()
  ).map(({ id }) => id);

/**
 * A rule that tells the admins of something takes this lock before any other: until all of them have been told, nobody ceases to be an
 * admin (`takeAdminsLock`), so that a demotion also withdraws what is being told at the same moment.
 */
export const takeAdminsLockShared = (db: DbTransaction): Promise<unknown> => takeAdvisoryLockShared(db, 'admins');

/** Everybody whose visible comment stands under the post. */
export const findCommenterIds = async (db: Db, postId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('all_comments')
      .select('user_id')
      .distinct()
      .where('post_id', '=', postId)
      .where('visible', '=', true)
      .execute()
  ).map(({ user_id }) => user_id);

export const deleteUnreadOfType = (db: Db, userId: string, type: NotificationType) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('is_read', '=', false)
    .execute();

/** @returns the row and unread count of each person */
export async function insertNotifications(
  db: Db,
  senderId: string | null,
  notifications: NewNotification[],
): Promise<Notified[]> {
  // the count in the same statement does not see the row it adds
  const result = await sql<Notified>`
    with inserted as (
      insert into notifications (user_id, type, content, names, nameless, post_id, comment_id, decision_id, subject_id, sender_id)
      select user_id, type, content, names, nameless, post_id, comment_id, decision_id, subject_id, ${senderId}::uuid
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
        as given(user_id uuid, type text, content text, names uuid[], nameless text, post_id uuid, comment_id uuid, decision_id uuid,
          subject_id uuid)
      order by user_id
      returning id, user_id, type
    )
    select id, user_id, type, 1 + (select count(*) from unread_notifications n where n.user_id = inserted.user_id) as unread
    from inserted`.execute(db);
  return result.rows;
}

/**
 * Records an event and notifies its recipients: in the row that is unread about its topic, or in a new one (D56). It is
 * one statement with at most one row for each recipient, locked in their order. If one of two people has blocked the other, neither
 * is told of the other's doings at posts, nor of a third person's answers to the other (D74).
 * @returns each recipient's row and unread count; nothing for a like that they were notified of before (D35)
 */
export async function insertEvent(db: Db, event: NewEvent, recipients: Recipient[]): Promise<Notified[]> {
  const {
    topic,
    actor_id,
    answered_id = null,
    post_id = null,
    comment_id = null,
    subject_id = null,
    what = null,
  } = event;
  const people = recipients.map(({ user_id }) => user_id);
  const types = recipients.map(({ type }) => type);
  const result = await sql<Notified>`
    with event as (
      insert into notification_events (topic, actor_id, answered_id, post_id, comment_id, subject_id, what)
      values (${topic}, ${actor_id}, ${answered_id}, ${post_id}, ${comment_id}, ${subject_id}, ${what})
      on conflict do nothing
      returning number, created_at
    ), notified as (
      insert into notifications as n (user_id, type, topic, post_id, first_event, last_event, created_at)
      select user_id, type, ${topic}, ${post_id}, number, number, created_at
      from event, unnest(${people}::uuid[], ${types}::text[]) as recipient (user_id, type)
      where ${post_id}::uuid is null
        or not (is_blocked(${actor_id}, user_id) or is_blocked(${answered_id}, user_id))
      order by user_id
      ${orUnreadRow}
    )
    ${withUnread}`.execute(db);
  return result.rows;
}

/** One person and one dish of which they are told. */
export type ToldDish = { user_id: string; post_id: string };

/**
 * Records for each person that dishes of a stall are there again, in the row that they have not read of that stall or in a new one. Who was
 * told of a dish on this day, and has saved it anew since, is not told again. Each recipient has a topic of their own, as not everybody is
 * told of every dish.
 */
export async function insertDishEvents(db: Db, stallId: string, told: ToldDish[]): Promise<Notified[]> {
  const topics = `dishes:${stallId}:`;
  const { rows } = await sql<Notified>`
    with events as (
      insert into notification_events (topic, actor_id, post_id)
      select ${topics} || user_id, ${stallId}, post_id
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as given (user_id uuid, post_id uuid)
      where not exists (
        select from notification_events e
        where e.topic = ${topics} || given.user_id and e.post_id = given.post_id
          and (e.created_at at time zone 'Asia/Jakarta')::date = (now() at time zone 'Asia/Jakarta')::date)
      order by user_id, post_id
      returning number, topic, created_at
    ), notified as (
      insert into notifications as n (user_id, type, topic, first_event, last_event, created_at)
      select split_part(topic, ':', 3)::uuid, 'dish_back', topic, min(number), max(number), max(created_at)
      from events group by topic order by 1
      ${orUnreadRow}
    )
    ${withUnread}`.execute(db);
  return rows;
}

/** Keeps one unread row about a conversation (notifications_one_unread); its text is derived from the sender. */
export const upsertMessageNotification = (
  db: Db,
  { conversationId, senderId, recipient }: { conversationId: string; senderId: string; recipient: string },
) =>
  sql`
    insert into notifications as n (user_id, type, topic, sender_id, conversation_id)
    values (${recipient}, 'new_message', ${`messages:${conversationId}`}, ${senderId}, ${conversationId})
    on conflict (user_id, type, topic) where not is_read do update set
      sender_id = excluded.sender_id,
      created_at = ${laterNoted}`.execute(db);

/** @returns the unread count of each of these people */
export async function countUnreadOf(db: Db, userIds: string[]): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select person as user_id, (select count(*) from unread_notifications where user_id = person) as unread
    from unnest(${userIds}::uuid[]) person`.execute(db);
  return rows;
}

/** The unread count of those of these people who have blocked a person, or whom that one has blocked. */
export async function countUnreadApart(db: Db, userIds: string[], personId: string): Promise<Unread[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from unnest(${userIds}::uuid[]) user_id where is_blocked(${personId}, user_id)`.execute(db);
  return rows.length === 0
    ? []
    : countUnreadOf(
        db,
        rows.map(({ user_id }) => user_id),
      );
}
