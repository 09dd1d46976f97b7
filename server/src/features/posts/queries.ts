import type { ParsedInput } from '@lapau/contract/calls';
import type { FeedPost, MenuPost } from '@lapau/contract/posts';
import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { isClockTrusted } from '../../platform/clock/clock-jumps.ts';
import { latestNoted, now } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StoredAvailability } from '../../platform/database/stored-json.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';
import type { Json } from '../../platform/http/json-answer.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

export const postsFileColumns: FileColumn[] = [{ table: 'posts', column: 'images', isArray: true }];

/** Finds a post's row, and waits for a deletion that is under way. */
export const findStoredPost = (db: Db, postId: string) =>
  db.selectFrom('posts').selectAll().where('id', '=', postId).forKeyShare().executeTakeFirst();

/** Finds the owner of a post without a lock, so that it can run before any other statement (ARCHITECTURE.md, Lock order). */
export const findPostOwner = async (db: Db, postId: string): Promise<string | undefined> =>
  (await db.selectFrom('posts').select('user_id').where('id', '=', postId).executeTakeFirst())?.user_id;

/** Locks a person and their stall against suspension and changes until the transaction ends. To be called before any post is locked. */
export const lockPersonShared = (db: Db, personId: string) => sql`select lock_person(${personId})`.execute(db);

/** A stall with its owner's nagari, and what decides whether it may sell. */
export const findStallOf = (db: Db, warungId: string) =>
  db
    .selectFrom('displayed_stalls')
    .select(['name', 'phone_number', 'whatsapp_number', 'nagari'])
    .select(['owner_role as role', 'owner_is_suspended as is_suspended', 'is_suspended as warung_suspended'])
    .where('id', '=', warungId)
    .executeTakeFirst();

export const insertPost = (db: Db, post: Insertable<Schema['posts']>): Promise<{ id: string }> =>
  db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();

type ReaderFields = Pick<FeedPost, 'isLikedByUser' | 'isSavedByUser'>;
/** A post's id, and the part of its FeedPost that is the same for every reader, as JSON text (view feed_posts). */
export type SharedPost<Post extends FeedPost = FeedPost> = { id: string; shared: Json<Omit<Post, keyof ReaderFields>> };
type ReaderState = { liked: string[]; saved: string[] };

const readerState = `
  select array(select post_id from all_likes where user_id = $1 and post_id = any($2::uuid[])) as liked,
         array(select post_id from all_saves where user_id = $1 and post_id = any($2::uuid[])) as saved`;

/** Finds which of these posts the person likes, and which they have saved. */
export async function findReaderState(database: Database, userId: string, postIds: string[]): Promise<ReaderState> {
  const [marks] = await database.query<ReaderState>(readerState, [userId, postIds]);
  return marks ?? { liked: [], saved: [] };
}

export const findVisiblePost = (database: Database, postId: string): Promise<SharedPost[]> =>
  database.query('select id, shared::text as shared from feed_posts where id = $1 and visible', [postId]);

export const findNewestVisibleId = (db: Db): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('posts')
    .select('id')
    .where('visible', '=', true)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export type LockedPost = Pick<
  Selectable<Schema['posts']>,
  'id' | 'user_id' | 'food_name' | 'images' | 'seller_name' | 'is_admin_post' | 'visible'
>;

/**
 * Locks a post, and with it its counters, likes, saves and comments, until the transaction ends; undefined when there is
 * none. The first statement of any rule that changes something about a post (ARCHITECTURE.md, Lock order).
 * @param actorId the person whose row is locked before the post, against a suspension under way
 */
export async function lockPost(db: Db, actorId: string, postId: string): Promise<LockedPost | undefined> {
  const { rows } = await sql<LockedPost>`
    select id, user_id, food_name, images, seller_name, is_admin_post, visible
    from lock_post(${actorId}, ${postId})`.execute(db);
  return rows[0];
}

export const setPostRemovedRow = (db: Db, postId: string, removed: boolean) =>
  db.updateTable('posts').set({ is_removed: removed }).where('id', '=', postId).execute();

export const deletePostRow = (db: Db, postId: string) => db.deleteFrom('posts').where('id', '=', postId).execute();

/** Deletes a stall's dishes, which are locked already. @returns the paths of their photos */
export const deleteMenuRows = async (db: Db, warungId: string): Promise<string[]> =>
  (
    await db
      .deleteFrom('posts')
      .where('user_id', '=', warungId)
      .where('is_admin_post', '=', false)
      .returning('images')
      .execute()
  ).flatMap(({ images }) => images);

const menuPosts = `
  select id, food_name, price, description, array(select '/storage/posts/' || image from unnest(images) image) as images,
    placeholders, is_open_now(is_open, reopens_at) as is_open,
    case when not is_open_now(is_open, reopens_at) then reopens_at end as reopens_at,
    version, likes_count as likes, comments_count as comments, created_at
  from posts where not is_admin_post and not is_removed`;

export type MenuRow = Omit<MenuPost, 'reopens_at' | 'created_at'> & { reopens_at: Date | null; created_at: Date };

/** A page of a stall's menu, newest first, hidden dishes too. */
export const findOwnMenuPage = (
  database: Database,
  userId: string,
  { before, limit }: ParsedInput<'get_my_menu'>,
): Promise<MenuRow[]> =>
  database.query<MenuRow>(
    `${menuPosts} and user_id = $1 ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
     order by created_at desc, id desc limit $2`,
    [userId, limit, ...(before ? [before.created_at, before.id] : [])],
  );

/** A stall's dish as its menu has it, or undefined. */
export async function findMenuPost(db: Db, id: string): Promise<MenuRow | undefined> {
  const { rows } = await sql<MenuRow>`${sql.raw(menuPosts)} and id = ${id}`.execute(db);
  return rows[0];
}

/** Locks those posts that exist, in the common order; the author must be locked already. */
export const lockPosts = (db: Db, postIds: string[]) =>
  db
    .selectFrom('posts')
    .where('id', 'in', postIds)
    .where('is_removed', '=', false)
    .select(['id', 'user_id', 'is_open', 'reopens_at', 'open_set_at', 'created_at', 'visible', 'is_admin_post'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

type Availability = Pick<Selectable<Schema['posts']>, 'id' | 'is_open' | 'reopens_at' | 'open_set_at'>;

export const setAvailability = (db: Db, { id, ...availability }: Availability) =>
  db.updateTable('posts').set(availability).where('id', '=', id).execute();

/** The dishes' availability as everybody reads it, and when they were posted. */
export const findAvailability = (
  db: Db,
  postIds: string[],
): Promise<{ id: string; is_open: boolean; reopens_at: Date | null; created_at: Date }[]> =>
  db
    .selectFrom('posts')
    .where('id', 'in', postIds)
    .select([
      'id',
      'created_at',
      sql<boolean>`is_open_now(is_open, reopens_at)`.as('is_open'),
      sql<Date | null>`case when not is_open_now(is_open, reopens_at) then reopens_at end`.as('reopens_at'),
    ])
    .orderBy('id')
    .execute();

export const insertAvailabilityChange = (
  db: Db,
  change: { user_id: string; set_at: Date; posts_before: StoredAvailability[] },
): Promise<{ id: string }> =>
  db
    .insertInto('availability_changes')
    .values({ ...change, posts_before: JSON.stringify(change.posts_before) })
    .returning('id')
    .executeTakeFirstOrThrow();

export const findAvailabilityChange = (db: Db, id: string) =>
  db
    .selectFrom('availability_changes')
    .selectAll()
    .select(
      sql<number>`case when created_at <= ${latestNoted} then extract(epoch from now() - created_at)::float8 * 1000 else 'infinity' end`.as(
        'age_ms',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst();

/** The latest change that gave some of these dishes the state they have. */
export const findRepeatedChange = (
  db: Db,
  userId: string,
  posts: { id: string; open_set_at: Date }[],
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('availability_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where((change) =>
      change.or(
        posts.map(({ id, open_set_at }) =>
          change.and([
            change('set_at', '=', open_set_at),
            sql<boolean>`posts_before @> ${JSON.stringify([{ id }])}::jsonb`,
          ]),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const deleteOldAvailabilityChanges = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'availability_changes', sql`created_at < now() - interval '1 day'`, limit);

/** Deletes the changes that a cook can no longer undo. A row holds all dishes of a change, so that many changes would take much room. */
export const deleteCooksOldChanges = (db: Db, userId: string): Promise<number> =>
  deleteBatch(
    db,
    'availability_changes',
    sql`user_id = ${userId} and (created_at < clock_timestamp() - interval '1 minute' or created_at > ${latestNoted})`,
    1_000,
  );

/**
 * Opens the dishes whose time has come (D67), by a trusted clock. That clock may be two days behind, and a dish is sold out for one day:
 * a time that is more than three days ahead was set by a clock that was ahead.
 * @returns these dishes with their stalls
 */
export async function openPostsDue(db: Db): Promise<{ id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    with due as (
      select id from posts where (reopens_at <= now() or reopens_at > ${latestNoted} + interval '3 days') and ${isClockTrusted}
      order by id for no key update
    )
    update posts set is_open = true, open_set_at = least(reopens_at, now()), reopens_at = null
    from due where posts.id = due.id returning posts.id, posts.user_id`.execute(db);
  return rows;
}

export type OwnPost = NonNullable<Awaited<ReturnType<typeof findOwnPost>>>;

/** A post as its form and its renewal need it; `is_open` as everybody reads it, `warung_is_open` null on admin posts. */
export const findOwnPost = (db: Db, postId: string) =>
  db
    .selectFrom('posts')
    .leftJoin('all_stalls as w', (join) =>
      join.onRef('w.id', '=', 'posts.user_id').on('posts.is_admin_post', '=', false),
    )
    .where('posts.id', '=', postId)
    .where('posts.is_removed', '=', false)
    .selectAll('posts')
    .select('w.is_open as warung_is_open')
    // This is selected after the row's own is_open, which it replaces.
    .select(sql<boolean>`is_open_now(posts.is_open, posts.reopens_at)`.as('is_open'))
    .executeTakeFirst();

export const updatePostRow = (db: Db, postId: string, columns: Updateable<Schema['posts']>) =>
  db
    .updateTable('posts')
    .set({ ...columns, updated_at: now })
    .where('id', '=', postId)
    .execute();

/** @returns the post's new time */
export const renewPostRow = async (db: Db, postId: string): Promise<Date> =>
  (
    await db
      .updateTable('posts')
      .set({ created_at: sql`now()`, first_posted_at: sql`coalesce(first_posted_at, least(created_at, now()))` })
      .where('id', '=', postId)
      .returning('created_at')
      .executeTakeFirstOrThrow()
  ).created_at;

/** Gives a post the time back that it had before it was posted again. */
export const restorePostedAt = (db: Db, postId: string, createdAt: Date) =>
  db.updateTable('posts').set({ created_at: createdAt }).where('id', '=', postId).execute();
