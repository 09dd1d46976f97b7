import type { Db } from '../../platform/database/database.ts';

/** @returns whether a like was added */
export const insertLike = async (db: Db, userId: string, postId: string): Promise<boolean> =>
  (await db
    .insertInto('likes')
    .values({ user_id: userId, post_id: postId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst()) !== undefined;

/** @returns whether there was a like to delete */
export const deleteLike = async (db: Db, userId: string, postId: string): Promise<boolean> =>
  (await db
    .deleteFrom('likes')
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .returning('post_id')
    .executeTakeFirst()) !== undefined;

export const countLikes = async (db: Db, postId: string): Promise<number> =>
  (await db.selectFrom('all_posts').select('likes_count').where('id', '=', postId).executeTakeFirstOrThrow())
    .likes_count;
