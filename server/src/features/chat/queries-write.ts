import type { UnreadCounts, Writing } from '@lapau/contract/chat';
import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import { sql } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';
import type { Unanswered } from '../../platform/limits/unanswered.ts';

type StoredConversation = {
  id: string;
  user1_id: string | null;
  user2_id: string | null;
  created_by: string | null;
  user1_read_sequence: number;
  user2_read_sequence: number;
  last_sequence: number;
};

/** Locks the person who acts, then the conversation; undefined when the person or the conversation is missing. */
export async function lockConversation(db: Db, actorId: string, id: string): Promise<StoredConversation | undefined> {
  const { rows } = await sql<StoredConversation>`
    select id, user1_id, user2_id, created_by, user1_read_sequence, user2_read_sequence, last_sequence
    from lock_conversation(${actorId}, ${id})`.execute(db);
  return rows[0];
}

type Stored = {
  conversation_id: string;
  sender_id: string | null;
  content: string;
  post_id: string | null;
  post_food_name: string | null;
};

const storedJson = jsonObject<Stored>({
  conversation_id: 'conversation_id',
  sender_id: 'sender_id',
  content: 'content',
  post_id: 'post_id',
  post_food_name: 'post_food_name',
});

/** The counts include deleted messages, as deleting one must not make room for another. */
type BeforeSending = Unanswered & { writing: Writing; is_deleted: boolean; stored: Stored | null };

/** Finds whether and how soon one can write, and the message that has this id already. The conversation is locked. */
export async function findBeforeSending(
  db: Db,
  actorId: string,
  {
    id: conversationId,
    other_id: otherId,
    last_sequence,
  }: { id: string; other_id: string | null; last_sequence: number },
  id: string | undefined,
): Promise<BeforeSending> {
  const { rows } = await sql<BeforeSending>`
    select writing_state(${actorId}, ${otherId}) as writing,
      exists (select from message_deletions where message_id = ${id ?? null}) as is_deleted,
      (select ${sql.raw(storedJson)} from messages where id = ${id ?? null}) as stored,
      ${last_sequence} - coalesce((
        select sequence from messages where conversation_id = ${conversationId} and sender_id is distinct from ${actorId}
        order by sequence desc limit 1), 0) as unanswered,
      (select case when active_at <= ${latestNoted} then extract(epoch from clock_timestamp() - active_at)::float8 else 'infinity' end
        from conversations where id = ${conversationId}) as seconds_ago`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a table answered no row');
  return row;
}

/** A post's name and price, and whether members see it; it is not deleted before the transaction ends. */
export const lockAskedPost = (db: Db, postId: string) =>
  db
    .selectFrom('all_posts')
    .select(['id', 'food_name', 'price', 'visible'])
    .where('id', '=', postId)
    .forKeyShare()
    .executeTakeFirst();

/**
 * Adds a message to a conversation that is locked; a trigger numbers it.
 * @returns its id
 */
export async function insertMessage(
  db: Db,
  message: {
    id: string | undefined;
    conversation_id: string;
    sender_id: string;
    content: string;
    post: { id: string; food_name: string; price: string } | undefined;
  },
): Promise<string> {
  const { id = null, conversation_id, sender_id, content, post } = message;
  const { rows } = await sql<{ id: string }>`
    insert into messages (id, conversation_id, sender_id, content, post_id, post_food_name, post_price, created_at)
    values (coalesce(${id}::uuid, uuidv7()), ${conversation_id}, ${sender_id}, ${content}, ${post?.id ?? null},
      ${post?.food_name ?? null}, ${post?.price ?? null}, clock_timestamp())
    returning id`.execute(db);
  const [added] = rows;
  if (!added) throw new Error('an insert answered no row');
  return added.id;
}

export const findStoredMessage = (db: Db, id: string) =>
  db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'sender_id', 'sequence', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteMessageRow = (db: Db, id: string) => db.deleteFrom('messages').where('id', '=', id).execute();

/**
 * Moves a person's read pointer in a conversation that is locked, and counts what is above it.
 * @returns whether the other person sees the move, which they do not while one of the two has blocked the other (D74)
 */
export async function moveReadPointer(db: Db, userId: string, id: string, sequence: number): Promise<boolean> {
  const { rows } = await sql<{ shows: boolean }>`
    with above as (
      select count(*) as unread from messages
      where conversation_id = ${id} and sequence > ${sequence} and sender_id is distinct from ${userId}
    )
    update conversations set
      user1_read_sequence = case when user1_id = ${userId} then ${sequence} else user1_read_sequence end,
      user1_unread = case when user1_id = ${userId} then above.unread else user1_unread end,
      user2_read_sequence = case when user2_id = ${userId} then ${sequence} else user2_read_sequence end,
      user2_unread = case when user2_id = ${userId} then above.unread else user2_unread end
    from above where id = ${id}
    returning case when user1_id = ${userId} then user1_shown_read_sequence else user2_shown_read_sequence end is null as shows`.execute(
    db,
  );
  return rows[0]?.shows ?? false;
}

/**
 * Takes the lock under which a person's messages are counted, so that the next count has this transaction's change: two senders in
 * two conversations would otherwise each tell a total without the other's message. Nothing but the person's
 * notifications is locked after it (ARCHITECTURE.md, Lock order).
 */
export const takeCountsLock = (db: DbTransaction, userId: string) => takeAdvisoryLock(db, 'counts of', userId);

type MessageCounts = Omit<UnreadCounts, 'notifications'>;

/** Counts a person's unread messages; to be called under takeCountsLock. */
export async function findMessageCounts(db: Db, userId: string, conversationId: string): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select coalesce(sum(unread) filter (where id = ${conversationId}), 0)::int as unread,
      coalesce(sum(unread), 0)::int as total, nextval('unread_count_versions') as version
    from conversation_sides where user_id = ${userId} and unread > 0`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a sum answered no row');
  return counts;
}

type Pair = { writing: Writing; actor_role: Read<Role>; role: Read<Role> | null; account_age_ms: number };

/** Locks people against suspension and deletion; to be called before any conversation or post is locked. */
export const lockPeopleShared = (db: Db, ids: string[]) =>
  sql`select lock_person(person) from unnest(${ids.toSorted()}::uuid[]) person`.execute(db);

/** Locks two people, and reads what decides whether one may open a conversation. */
export async function lockPair(db: Db, actorId: string, otherId: string): Promise<Pair | undefined> {
  await lockPeopleShared(db, [actorId, otherId]);
  const { rows } = await sql<Pair>`
    select writing_state(actor.id, ${otherId}) as writing, actor.role as actor_role, other.role,
      case when actor.created_at <= ${latestNoted} then extract(epoch from now() - actor.created_at)::float8 * 1000
        else 'infinity' end as account_age_ms
    from all_people actor left join all_people other on other.id = ${otherId}
    where actor.id = ${actorId}`.execute(db);
  return rows[0];
}

export const countOpenedInLastHour = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('conversations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_by', '=', userId)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .where('created_at', '<=', latestNoted)
      .executeTakeFirstOrThrow()
  ).count;

/** @returns undefined when the two have one already */
export const insertConversation = async (db: Db, openerId: string, otherId: string): Promise<string | undefined> =>
  (
    await db
      .insertInto('conversations')
      .values({ user1_id: openerId, user2_id: otherId, created_by: openerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Holds up other changes of a person's short answers, of which there may be no row yet. */
export const lockQuickReplies = (db: DbTransaction, userId: string) => takeAdvisoryLock(db, 'quick replies', userId);

/** Stores a person's short answers in place of those before. */
export const upsertQuickReplies = (db: Db, userId: string, texts: string[]) =>
  db
    .insertInto('quick_replies')
    .values({ user_id: userId, texts })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ texts, version: sql`quick_replies.version + 1` }),
    )
    .returning(['texts', 'version'])
    .executeTakeFirstOrThrow();
