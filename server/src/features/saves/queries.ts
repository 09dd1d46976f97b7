import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
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

type SavedPost = CallOutput<'get_saved_posts'>[number];

const savedJson = jsonObject<Pick<SavedPost, 'savedAt'>>({ savedAt: 's.created_at' });

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
