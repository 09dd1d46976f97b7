import type { FeedPost } from '@lapau/contract/posts';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';
import type { Json } from '../../platform/json-answer.ts';
import type { Schema } from '../../platform/schema.ts';

export const postsFileColumns: FileColumn[] = [{ table: 'posts', column: 'images', isArray: true }];

/** A post's row; waits for a deletion that is under way. */
export const findStoredPost = (db: Db, postId: string) =>
  db.selectFrom('posts').selectAll().where('id', '=', postId).forKeyShare().executeTakeFirst();

/** Locks a person and their stall against suspension and changes until the transaction ends. To be called before any post is locked. */
export const lockPerson = (db: Db, personId: string) => sql`select hold_person(${personId})`.execute(db);

/** A stall that may sell, with its owner's nagari. */
export const findSellingWarung = (db: Db, warungId: string) =>
  db
    .selectFrom('warungs')
    .innerJoin('profiles', 'profiles.id', 'warungs.id')
    .select(['warungs.id', 'warungs.name', 'warungs.phone_number', 'warungs.whatsapp_number', 'profiles.nagari'])
    .where('warungs.id', '=', warungId)
    .where('warungs.is_suspended', '=', false)
    .where('profiles.is_suspended', '=', false)
    .where('profiles.role', '<>', 'pembeli')
    .executeTakeFirst();

export const insertPost = (db: Db, post: Insertable<Schema['posts']>): Promise<{ id: string }> =>
  db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();

type ReaderFields = Pick<FeedPost, 'isLikedByUser' | 'isSavedByUser'>;
/** A post and what of its FeedPost is the same for every reader, as JSON text (view feed_posts). */
export type SharedPost<Post extends FeedPost = FeedPost> = { id: string; shared: Json<Omit<Post, keyof ReaderFields>> };
type ReaderState = { liked: string[]; saved: string[] };

const readerState = `
  select array(select post_id from likes where user_id = $1 and post_id = any($2::uuid[])) as liked,
         array(select post_id from saved_posts where user_id = $1 and post_id = any($2::uuid[])) as saved`;

/** Which of these posts the person likes and has saved. */
export async function findReaderState(database: Database, userId: string, postIds: string[]): Promise<ReaderState> {
  const [marks] = await database.query<ReaderState>(readerState, [userId, postIds]);
  return marks ?? { liked: [], saved: [] };
}

export const findVisiblePost = (database: Database, postId: string): Promise<SharedPost[]> =>
  database.query('select id, shared::text as shared from feed_posts where id = $1 and visible', [postId]);

export type LockedPost = Pick<
  Selectable<Schema['posts']>,
  'id' | 'user_id' | 'food_name' | 'images' | 'seller_name' | 'is_admin_post' | 'visible'
>;

/** Locks the person who acts, then the post; undefined when there is no such post. */
export async function lockPostRow(db: Db, actorId: string, postId: string): Promise<LockedPost | undefined> {
  const { rows } = await sql<LockedPost>`
    select id, user_id, food_name, images, seller_name, is_admin_post, visible
    from hold_post(${actorId}, ${postId})`.execute(db);
  return rows[0];
}

export const deletePostRow = (db: Db, postId: string) => db.deleteFrom('posts').where('id', '=', postId).execute();
