import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Schema } from '../../platform/schema.ts';

/** The post this person already made with that key, if the client asks again (a retry after a lost answer). */
export const findPostByKey = (db: Db, userId: string, key: string) =>
  db.selectFrom('posts').select('id').where('user_id', '=', userId).where('idempotency_key', '=', key).executeTakeFirst();

/** A stall that may sell, with its owner's nagari; the row cannot be suspended before the transaction ends. */
export const lockSellingWarung = (db: Db, warungId: string) =>
  db
    .selectFrom('warungs')
    .innerJoin('profiles', 'profiles.id', 'warungs.id')
    .select(['warungs.id', 'warungs.name', 'warungs.phone_number', 'warungs.whatsapp_number', 'profiles.nagari'])
    .where('warungs.id', '=', warungId)
    .where('warungs.is_suspended', '=', false)
    .where('profiles.is_suspended', '=', false)
    .where('profiles.role', '<>', 'pembeli')
    .forShare()
    .executeTakeFirst();

/** @returns undefined when another request with the same key was quicker */
export const insertPost = (db: Db, post: Insertable<Schema['posts']>) =>
  db
    .insertInto('posts')
    .values(post)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
