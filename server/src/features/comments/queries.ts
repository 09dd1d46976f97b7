import type { ParsedInput } from '@lapau/contract/calls';
import type { Comment } from '@lapau/contract/comments';
import { withMention } from '@lapau/contract/reply';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJsonIn } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Unanswered } from '../../platform/limits/unanswered.ts';

/** A comment as it is stored, with the person whom it mentions: null for nobody, or somebody whom the reader does not see. */
type StoredComment = Comment & {
  mentions_person: boolean;
  mentioned: Pick<Comment, 'full_name' | 'is_warung'> | null;
};

/** The stall's name and photo are shown instead of the person's. */
const commentJson = jsonObject<StoredComment>({
  id: 'c.id',
  post_id: 'c.post_id',
  user_id: 'c.user_id',
  parent_id: 'c.parent_id',
  content: 'c.content',
  created_at: 'c.created_at',
  full_name: 'p.name',
  is_warung: 'p.is_warung',
  is_admin: 'p.is_admin',
  avatar_url: `'/storage/avatars/' || p.avatar_url`,
  mentions_person: 'c.mentions_person',
  mentioned: `case when m.id is not null then ${jsonObject<NonNullable<StoredComment['mentioned']>>({
    full_name: 'm.name',
    is_warung: 'm.is_warung',
  })} end`,
});
/** Joins the author of comment `c`, and the person whom it mentions, if the reader sees that person (D11, D74). */
const withPeople = (reader: string): string => `
  join displayed_people p on p.id = c.user_id
  left join visible_people m on m.id = c.mentioned_id and not is_blocked(${reader}, m.id)`;

const toComment = ({ mentions_person, mentioned, ...comment }: StoredComment): Comment =>
  mentions_person ? { ...comment, content: withMention(comment.content, mentioned) } : comment;

/** A post's comments that the reader sees (D11, D74), oldest first; null for a post that members do not see. */
export async function findThread(
  database: Database,
  readerId: string,
  { p_post_id, after }: ParsedInput<'get_comments_for_post'>,
  limit: number,
): Promise<Comment[] | null> {
  const values = [p_post_id, limit, readerId, ...(after ? [after.created_at, after.id] : [])];
  const [row] = await database.query<{ thread: StoredComment[] | null }>(
    `select case when exists (select from all_posts where id = $1 and visible) then (
       select coalesce(json_agg(comment), '[]') from (
         select ${commentJson} as comment
         from post_comments c ${withPeople('$3')}
         where c.post_id = $1 and c.visible and not is_blocked($3, c.user_id)
           and not exists (select from post_comments parent where parent.id = c.parent_id and is_blocked($3, parent.user_id))
           ${after ? 'and (c.created_at, c.id) > ($4::timestamptz, $5::uuid)' : ''}
         order by c.created_at, c.id limit $2
       ) page
     ) end as thread`,
    values,
  );
  return row?.thread?.map(toComment) ?? null;
}

export async function findComment(db: Db, readerId: string, commentId: string): Promise<Comment> {
  const rest = sql`from post_comments c cross join (select ${readerId}::uuid as id) reader ${sql.raw(withPeople('reader.id'))}
    where c.id = ${commentId}`;
  const [comment] = await selectJsonIn(db, commentJson, rest);
  if (!comment) throw new Error('a comment vanished inside its own transaction');
  return toComment(comment);
}

/** Finds the owner of a post and all who have commented on it, if the writer sees them. */
export const findPeopleOf = async (db: Db, writerId: string, post: { id: string; user_id: string }) =>
  (
    await sql<{ user_id: string; full_name: string; is_warung: boolean }>`
      select id as user_id, name as full_name, is_warung from visible_people
      where not is_blocked(${writerId}, id)
        and (id = ${post.user_id} or id in (select user_id from post_comments where post_id = ${post.id} and visible))`.execute(
      db,
    )
  ).rows;

/** The comment replied to, with its author's displayed name and what decides whether its replier sees it. */
export const findParent = (db: Db, replierId: string, commentId: string) =>
  db
    .selectFrom('post_comments as c')
    .innerJoin('displayed_people as p', 'p.id', 'c.user_id')
    .select(['c.id', 'c.post_id', 'c.parent_id', 'c.user_id', 'c.visible', 'p.name as full_name', 'p.is_warung'])
    .select(sql<boolean>`is_blocked(${replierId}, c.user_id)`.as('is_blocked'))
    .where('c.id', '=', commentId)
    .executeTakeFirst();

type NewComment = Pick<Selectable<Schema['post_comments']>, 'post_id' | 'user_id' | 'parent_id' | 'content'> & {
  id: string | undefined;
  mentioned: { user_id: string } | null;
};

/**
 * Adds a comment as the last of its post, whose row is locked: created_at grows in the order in which comments become
 * visible, so that a reader who asks for what came after the last one misses none.
 * @returns its id
 */
export async function insertComment(db: Db, comment: NewComment): Promise<string> {
  const { id = null, post_id, user_id, parent_id, content, mentioned } = comment;
  const { rows } = await sql<{ id: string }>`
    insert into post_comments (id, post_id, user_id, parent_id, content, mentions_person, mentioned_id, created_at)
    values (coalesce(${id}::uuid, uuidv7()), ${post_id}, ${user_id}, ${parent_id}, ${content}, ${mentioned !== null},
      ${mentioned?.user_id ?? null}, greatest(
      clock_timestamp(),
      (select max(created_at) + interval '1 millisecond' from post_comments where post_id = ${post_id})
    )) returning id`.execute(db);
  const [added] = rows;
  if (!added) throw new Error('an insert answered no row');
  return added.id;
}

/** Counts a person's comments after the last one of anybody else under a post. */
export async function findUnanswered(db: Db, userId: string, postId: string): Promise<Unanswered> {
  const { rows } = await sql<Unanswered>`
    select count(*)::int as unanswered,
      case when max(created_at) > ${latestNoted} then 'infinity'
        else coalesce(extract(epoch from clock_timestamp() - max(created_at)), 0)::float8 end as seconds_ago
    from post_comments
    where post_id = ${postId} and created_at > coalesce((
      select created_at from post_comments where post_id = ${postId} and user_id <> ${userId}
      order by created_at desc limit 1), '-infinity')`.execute(db);
  return rows[0] ?? { unanswered: 0, seconds_ago: 0 };
}

export const findStoredComment = (db: Db, commentId: string) =>
  db
    .selectFrom('post_comments')
    .select(['id', 'post_id', 'user_id', 'parent_id', 'content', 'mentions_person'])
    .where('id', '=', commentId)
    .executeTakeFirst();

export const deleteCommentRow = (db: Db, commentId: string) =>
  db.deleteFrom('post_comments').where('id', '=', commentId).execute();

/** Hides a comment or shows it again; its replies follow, as a trigger derives whether a comment is visible. */
export async function setCommentRemovedRow(db: Db, commentId: string, removed: boolean): Promise<void> {
  await db.updateTable('post_comments').set({ is_removed: removed }).where('id', '=', commentId).execute();
  await sql`update post_comments set visible = visible where parent_id = ${commentId}`.execute(db);
}
