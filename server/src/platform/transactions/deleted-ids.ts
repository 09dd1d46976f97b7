import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { deleteBatch } from './retention.ts';
import type { Retention } from './retention.ts';

/** Whether a row with this client-made id has been deleted. Triggers store the ids (migrations/repeatable/platform.sql). */
export const isDeletedId = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('deleted_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Keeps the ids as long as a draft whose answer was lost may wait to be sent again. */
export const deletedIdsRetention: Retention[] = [
  {
    table: 'deleted_ids',
    deleteExpired: ({ db }, limit) =>
      deleteBatch(db, 'deleted_ids', sql`deleted_at < now() - interval '180 days'`, limit),
  },
];
