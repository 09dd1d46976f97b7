import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { Schema } from '../../platform/schema.ts';

/** A post as it is stored; waits for a deletion that is under way. */
export const findStoredPost = (db: Db, postId: string) =>
  db.selectFrom('posts').selectAll().where('id', '=', postId).forKeyShare().executeTakeFirst();

/** Locks a person and their stall against suspension and changes until the transaction ends: before any post. */
export const holdPerson = (db: Db, personId: string) => sql`select hold_person(${personId})`.execute(db);

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

/** A post as JSON text that lacks only what is the reader's own (view feed_posts). */
export type SharedPost = { id: string; shared: string };
type OwnMarks = { liked: string[]; saved: string[] };

const ownMarks = `
  select array(select post_id from likes where user_id = $1 and post_id = any($2::uuid[])) as liked,
         array(select post_id from saved_posts where user_id = $1 and post_id = any($2::uuid[])) as saved`;

/** Which of these posts the person likes and has saved. */
export async function findOwnMarks(database: Database, userId: string, postIds: string[]): Promise<OwnMarks> {
  const [marks] = await database.query<OwnMarks>(ownMarks, [userId, postIds]);
  return marks ?? { liked: [], saved: [] };
}

export const findVisiblePost = (database: Database, postId: string): Promise<SharedPost[]> =>
  database.query('select id, shared::text as shared from feed_posts where id = $1 and visible', [postId]);

export type HeldPost = Pick<
  Selectable<Schema['posts']>,
  'id' | 'user_id' | 'food_name' | 'images' | 'seller_name' | 'is_admin_post' | 'visible'
>;

/** Locks the doer, then a post and with it all that hangs on it; undefined when there is none. */
export async function holdPostRow(db: Db, doerId: string, postId: string): Promise<HeldPost | undefined> {
  const { rows } = await sql<HeldPost>`
    select id, user_id, food_name, images, seller_name, is_admin_post, visible
    from hold_post(${doerId}, ${postId})`.execute(db);
  return rows[0];
}

export const deletePostRow = (db: Db, postId: string) => db.deleteFrom('posts').where('id', '=', postId).execute();
