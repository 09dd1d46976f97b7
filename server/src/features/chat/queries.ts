import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { firstQuickReplies } from '@lapau/contract/chat';
import type { Conversation, Message } from '@lapau/contract/chat';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJsonIn } from '../../platform/database/json-object.ts';

/**
 * Whether message `m` names the dish that it asks about: it does not while the dish is hidden (D129). A deleted dish is still named,
 * unless the reader wrote the message to somebody who does not show now: a suspension, which hides the dish, must look like a deletion.
 */
const namesPost = `(o.id is not null or m.post_id is null
  and (m.sender_id is distinct from s.user_id or exists (select from visible_people where id = s.other_id)))`;

/** A message `m` as a person reads it; it needs that person's side `s` of the conversation, and the post as it is now. */
const messageJson = jsonObject<Message>({
  id: 'm.id',
  conversation_id: 'm.conversation_id',
  sequence: 'm.sequence',
  sender_id: 'm.sender_id',
  content: 'm.content',
  created_at: 'm.created_at',
  is_read: 'm.sequence <= case when m.sender_id = s.user_id then s.other_read_sequence else s.read_sequence end',
  post: `case when m.post_food_name is not null then ${jsonObject<NonNullable<Message['post']>>({
    id: 'o.id',
    food_name: `case when ${namesPost} then m.post_food_name else 'Menu' end`,
    price: `case when ${namesPost} then m.post_price else '' end`,
    image_url: `'/storage/posts/' || o.images[1]`,
    placeholder: 'o.placeholders[1]',
    isOpen: 'coalesce(is_open_now(o.is_open, o.reopens_at), false)',
    warungIsOpen: 'w.is_open',
  })} end`,
});
const withPost = `
  left join all_posts o on o.id = m.post_id and o.visible
  left join all_stalls w on w.id = o.user_id and not o.is_admin_post`;
/**
 * A person as somebody else sees them, null for one who is suspended; the columns have the ids. A reader who has
 * blocked them sees the name that they had then, and no photo (D74).
 */
const personJson = (idColumn: string, readerColumn: string): string => `
  (select ${jsonObject<NonNullable<Conversation['other_user']>>({
    id: 'v.id',
    full_name: 'coalesce(known.blocked_name, v.name)',
    avatar_url: `case when known.blocked_id is null then '/storage/avatars/' || v.avatar_url end`,
    is_warung: 'v.is_warung',
    is_admin: 'v.is_admin',
  })}
   from visible_people v
   left join blocks known on known.blocker_id = ${readerColumn} and known.blocked_id = v.id
   where v.id = ${idColumn})`;
type ConversationRow = Omit<Conversation, 'active_at' | 'last_message_sent_at'> & {
  active_at: Date;
  last_message_sent_at: Date | null;
};

/** A page of a person's conversations with their last messages, by the indexes of both columns of people. */
export async function findConversations(
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_user_conversations'>,
): Promise<Conversation[]> {
  const rows = await database.query<ConversationRow>(
    `select s.id, ${personJson('s.other_id', 's.user_id')} as other_user, left(m.content, 200) as last_message_content,
       m.created_at as last_message_sent_at, m.sender_id as last_message_sender_id,
       m.sequence <= case when m.sender_id = s.user_id then s.other_read_sequence else s.read_sequence end
         as last_message_is_read,
       s.unread as unread_count, writing_state(s.user_id, s.other_id) as writing, s.active_at
     from conversation_sides s
     left join lateral (
       select content, created_at, sender_id, sequence from messages
       where conversation_id = s.id order by sequence desc limit 1
     ) m on true
     where s.user_id = $1 and (s.last_sequence > 0 or s.created_by = $1)
       ${before ? 'and (s.active_at, s.id) < ($3::timestamptz, $4::uuid)' : ''}
     order by s.active_at desc, s.id desc limit $2`,
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );
  return rows.map((row) => ({
    ...row,
    active_at: row.active_at.toISOString(),
    last_message_sent_at: row.last_message_sent_at?.toISOString() ?? null,
  }));
}

type Details = CallOutput<'get_conversation_details'>;

/** A person's side of a conversation; undefined when it is missing or not theirs. */
export async function findDetails(database: Database, userId: string, id: string): Promise<Details | undefined> {
  const [row] = await database.query<Details>(
    `select s.id, ${personJson('s.other_id', 's.user_id')} as other_user, s.read_sequence, s.other_read_sequence, s.last_sequence,
       s.unread as unread_count, writing_state(s.user_id, s.other_id) as writing,
       (select min(sequence) from messages
        where s.unread > 0 and conversation_id = s.id and sequence > s.read_sequence
          and sender_id is distinct from s.user_id) as first_unread_sequence
     from conversation_sides s where s.id = $2 and s.user_id = $1`,
    [userId, id],
  );
  return row;
}

/** Selects the rows of `messages` around the wanted sequence; $3 is the limit, $4 the sequence. */
const windows = {
  newest: `select * from messages where conversation_id = s.id order by sequence desc limit $3`,
  before: `select * from messages where conversation_id = s.id and sequence < $4 order by sequence desc limit $3`,
  after: `select * from messages where conversation_id = s.id and sequence > $4 order by sequence limit $3`,
  around: `
    (select * from messages where conversation_id = s.id and sequence < $4 order by sequence desc limit $3 / 2)
    union all
    (select * from messages where conversation_id = s.id and sequence >= $4 order by sequence limit $3 - $3 / 2)`,
};

/** A page of messages, oldest first; undefined when the conversation is missing or not the person's. */
export async function findMessages(
  database: Database,
  userId: string,
  { conversation_id, limit, ...input }: ParsedInput<'get_messages'>,
): Promise<CallOutput<'get_messages'> | undefined> {
  const kind = (['around', 'before', 'after'] as const).find((one) => input[one] !== undefined) ?? 'newest';
  const at = kind === 'newest' ? undefined : input[kind];
  const [row] = await database.query<CallOutput<'get_messages'>>(
    `select coalesce(page.messages, '[]') as messages, s.last_sequence,
       exists (select from messages where conversation_id = s.id
         and sequence < coalesce(page.oldest, ${at === undefined ? '0' : '$4'})) as has_older,
       exists (select from messages where conversation_id = s.id
         and sequence > coalesce(page.newest, ${at === undefined ? '0' : '$4'})) as has_newer
     from conversation_sides s
     cross join lateral (
       select json_agg(${messageJson} order by m.sequence) as messages,
         min(m.sequence) as oldest, max(m.sequence) as newest
       from (${windows[kind]}) m ${withPost}
     ) page
     where s.id = $2 and s.user_id = $1`,
    [userId, conversation_id, limit, ...(at === undefined ? [] : [at])],
  );
  return row;
}

/** Finds the messages and deletions of a conversation after a sequence, at most `limit` of them. */
export async function findChanges(
  database: Database,
  userId: string,
  { conversation_id, after_sequence }: ParsedInput<'sync_messages'>,
  limit: number,
): Promise<CallOutput<'sync_messages'> | undefined> {
  const [row] = await database.query<CallOutput<'sync_messages'>>(
    `select
       coalesce((select json_agg(${messageJson} order by m.sequence) from messages m ${withPost}
         where m.conversation_id = s.id and m.sequence > $3 and m.sequence <= part.synced_to), '[]') as messages,
       array(select message_id from message_deletions d where d.conversation_id = s.id
         and d.sequence > $3 and d.sequence <= part.synced_to order by d.sequence) as deleted_ids,
       part.synced_to, part.synced_to < s.last_sequence as has_more,
       s.read_sequence, s.other_read_sequence, s.unread as unread_count
     from conversation_sides s
     cross join lateral (
       select case when count(*) = $4 then max(sequence) else s.last_sequence end as synced_to from (
         (select sequence from messages where conversation_id = s.id and sequence > $3 order by sequence limit $4)
         union all
         (select sequence from message_deletions where conversation_id = s.id and sequence > $3 order by sequence limit $4)
         order by sequence limit $4
       ) next
     ) part
     where s.id = $2 and s.user_id = $1`,
    [userId, conversation_id, after_sequence, limit],
  );
  return row;
}

export async function countUnreadMessages(database: Database, userId: string): Promise<number> {
  const [row] = await database.query<{ unread: number }>(
    'select coalesce(sum(unread), 0)::int as unread from conversation_sides where user_id = $1 and unread > 0',
    [userId],
  );
  return row?.unread ?? 0;
}

type QuickReplies = CallOutput<'get_quick_replies'>;

/** A person's own short answers; undefined while they never changed those that everybody begins with. */
export const findQuickReplies = (db: Db, userId: string): Promise<QuickReplies | undefined> =>
  db.selectFrom('quick_replies').select(['texts', 'version']).where('user_id', '=', userId).executeTakeFirst();

/** A message as its push says it, with the number of unread messages of its conversation. */
type Pushed = {
  id: string;
  conversation_id: string;
  sequence: number;
  sender_name: string;
  content: string;
  unread: number;
  /** The name of the dish that it asks about, as the chat shows it; null for any other message. */
  asked_about: string | null;
  /** The short answers that a cook has for such a question. */
  quick_replies: string[];
};

/**
 * Finds a message to a person while it is the newest unread one of its conversation, and while they see its sender. If the message was
 * deleted, it finds the newest unread one that is left, as one push may have waited for both.
 */
export async function findPushedMessage(
  database: Database,
  userId: string,
  { message, conversation }: { message: string; conversation?: string },
): Promise<Pushed | undefined> {
  const [row] = await database.query<Pushed>(
    `select m.id, m.conversation_id, m.sequence, sender.name as sender_name, m.content, s.unread,
       case when m.post_food_name is not null then case when ${namesPost} then m.post_food_name else 'Menu' end end as asked_about,
       case when m.post_food_name is not null and exists (select from visible_people where id = s.user_id and is_warung)
         then coalesce((select texts from quick_replies where user_id = s.user_id), $4) else '{}' end as quick_replies
     from conversation_sides s
     join visible_people sender on sender.id = s.other_id
     join messages m on m.conversation_id = s.id and m.sequence = (
       select max(sequence) from messages where conversation_id = s.id and sender_id = s.other_id and sequence > s.read_sequence)
     left join all_posts o on o.id = m.post_id and o.visible
     where s.user_id = $1 and s.id = coalesce($3, (select conversation_id from messages where id = $2))
       and (m.id = $2 or not exists (select from messages where id = $2)) and not is_blocked($1, m.sender_id)`,
    [userId, message, conversation ?? null, firstQuickReplies],
  );
  return row;
}

export const findUnreadConversations = async (database: Database, userId: string): Promise<string[]> =>
  (
    await database.query<{ id: string }>('select id from conversation_sides where user_id = $1 and unread > 0', [
      userId,
    ])
  ).map(({ id }) => id);

/** The conversation of two people, whoever opened it. */
export const findConversationOf = async (db: Db, one: string, other: string): Promise<string | undefined> =>
  (
    await sql<{ id: string }>`
      select id from conversations
      where least(user1_id, user2_id) = least(${one}::uuid, ${other}::uuid)
        and greatest(user1_id, user2_id) = greatest(${one}::uuid, ${other}::uuid)
        and user1_id is not null and user2_id is not null`.execute(db)
  ).rows[0]?.id;

/** Everybody who has a conversation with a person, without a block between the two, and its id. */
export const findPartners = async (db: Db, userId: string): Promise<{ id: string; other_id: string }[]> =>
  (
    await sql<{ id: string; other_id: string }>`
      select id, other_id from conversation_sides
      where user_id = ${userId} and other_id is not null and not is_blocked(user_id, other_id)`.execute(db)
  ).rows;

/** Finds a message as a person of its conversation reads it. */
export async function findMessage(db: Db, userId: string, id: string): Promise<Message | undefined> {
  const [message] = await selectJsonIn(
    db,
    messageJson,
    sql`from messages m join conversation_sides s on s.id = m.conversation_id and s.user_id = ${userId} ${sql.raw(withPost)}
    where m.id = ${id}`,
  );
  return message;
}

/** A message in one of a person's conversations, and whether it was deleted there. */
export async function findMessageOrDeletion(
  database: Database,
  userId: string,
  id: string,
): Promise<CallOutput<'get_own_message'>> {
  const [row] = await database.query<CallOutput<'get_own_message'>>(
    `select
       (select ${messageJson}
        from messages m join conversation_sides s on s.id = m.conversation_id and s.user_id = $1 ${withPost}
        where m.id = $2) as message,
       exists (select from message_deletions d join conversation_sides s on s.id = d.conversation_id and s.user_id = $1
         where d.message_id = $2) as is_deleted`,
    [userId, id],
  );
  if (!row) throw new Error('a statement without a table answered no row');
  return row;
}

type BlockedRow = Omit<CallOutput<'get_blocked_people'>[number], 'created_at'> & { created_at: Date };

/** A page of those whom a person has blocked, the last one first. */
export async function findBlockedPeople(
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_blocked_people'>,
): Promise<CallOutput<'get_blocked_people'>> {
  const rows = await database.query<BlockedRow>(
    `select b.blocked_id as id, ${personJson('b.blocked_id', 'b.blocker_id')} as person, b.created_at
     from blocks b
     where b.blocker_id = $1 ${before ? 'and (b.created_at, b.blocked_id) < ($3::timestamptz, $4::uuid)' : ''}
     order by b.created_at desc, b.blocked_id desc limit $2`,
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
