import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

export const setUserRemoved = (db: Db, id: string, isRemoved: boolean) =>
  db.updateTable('profiles').set({ is_removed: isRemoved }).where('id', '=', id).execute();

/** More than 400 days old, in Asia/Jakarta (D38, D61). */
export const deleteOldVisits = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'daily_visits', sql`day < (now() at time zone 'Asia/Jakarta')::date - 400`, limit);
