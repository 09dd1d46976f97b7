import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';
import type { SharedPost } from '../posts/rules.ts';

/** @returns whether a save was added */
export const insertSave = async (db: Db, userId: string, postId: string): Promise<boolean> =>
  (await db
    .insertInto('saved_posts')
    .values({ user_id: userId, post_id: postId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst()) !== undefined;

/** @returns whether there was a save to delete */
export const deleteSave = async (db: Db, userId: string, postId: string): Promise<boolean> =>
  (await db
    .deleteFrom('saved_posts')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .returning('post_id')
    .executeTakeFirst()) !== undefined;

/** @returns whether it was another before */
export const setAlert = async (db: Db, userId: string, postId: string, isWanted: boolean): Promise<boolean> =>
  (await db
    .updateTable('saved_posts')
    .set({ wants_alert: isWanted })
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where('wants_alert', '<>', isWanted)
    .returning('post_id')
    .executeTakeFirst()) !== undefined;

export const hasAlert = async (db: Db, userId: string, postId: string): Promise<boolean> =>
  (await db
    .selectFrom('saved_posts')
    .select('post_id')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where('wants_alert', '=', true)
    .executeTakeFirst()) !== undefined;

/**
 * Finds so many of those who want to be told of dishes that are there again, and notes that they are told now: of each at most once a
 * day, and once for each time that it came back. The dishes must be locked already.
 */
export async function takeAwaited(
  db: Db,
  stallId: string,
  dishes: { id: string; came_back_at: Date }[],
  limit: number,
): Promise<{ user_id: string; post_id: string }[]> {
  const dayOf = (time: unknown) => sql`(${time} at time zone 'Asia/Jakarta')::date`;
  const { rows } = await sql<{ user_id: string; post_id: string }>`
    with awaited as (
      select s.user_id, s.post_id from saved_posts s
      join jsonb_to_recordset(${JSON.stringify(dishes)}::jsonb) as dish (id uuid, came_back_at timestamptz) on dish.id = s.post_id
      join all_people p on p.id = s.user_id
      where s.wants_alert and s.user_id <> ${stallId} and not p.is_suspended and not is_blocked(${stallId}, s.user_id)
        and (s.alerted_at is null or s.alerted_at > ${latestNoted}
          or s.alerted_at < dish.came_back_at and ${dayOf(sql`s.alerted_at`)} <> ${dayOf(sql`now()`)})
      order by s.user_id, s.post_id limit ${limit}
    )
    update saved_posts s set alerted_at = now() from awaited
    where s.user_id = awaited.user_id and s.post_id = awaited.post_id
    returning s.user_id, s.post_id`.execute(db);
  return rows;
}

type SavedPost = CallOutput<'get_saved_posts'>[number];

const savedJson = jsonObject<Pick<SavedPost, 'savedAt' | 'hasAlert'>>({
  savedAt: 's.created_at',
  hasAlert: 's.wants_alert',
});

/** Finds one's saved posts that members see, last saved first (saved_posts_newest). */
export function findSavedPage(
  database: Database,
  userId: string,
  page: ParsedInput<'get_saved_posts'>,
): Promise<SharedPost<SavedPost>[]> {
  const after = page.before && 'and (s.created_at, s.post_id) < ($3::timestamptz, $4::uuid)';
  return database.query<SharedPost<SavedPost>>(
    `select f.id, (f.shared::jsonb || ${savedJson}::jsonb)::text as shared
     from saved_posts s join feed_posts f on f.id = s.post_id
     where s.user_id = $1 and f.visible ${after ?? ''}
     order by s.created_at desc, s.post_id desc limit $2`,
    [userId, page.limit, ...(page.before ? [page.before.created_at, page.before.id] : [])],
  );
}
