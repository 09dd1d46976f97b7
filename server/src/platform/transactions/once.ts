import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { takeAdvisoryLock } from '../database/database.ts';
import type { DbTransaction } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { deleteBatch } from './retention.ts';
import type { Retention } from './retention.ts';
import type { Tx } from './transaction.ts';

/**
 * Finds the row that an earlier request has added under the same id, made by the client, so that a repetition is answered as the
 * first request was (D59). Requests with one id go one after another: until the transaction ends no other one adds such a row.
 * @param kind what is added, for the lock
 * @param find reads the row; unless the rule holds a lock that deletions take too, it waits for one under way
 * @param isSame whether the row is what this request would add. The id of any other is refused in the same way, so that nothing
 *   is told of what belongs to somebody else.
 * @returns the row; undefined when the rule is to add it
 * @throws AppError id_conflict, already_deleted
 */
export async function findEarlier<Row>(
  { db }: Tx,
  kind: string,
  id: string | undefined,
  find: (db: DbTransaction, id: string) => Promise<Row | undefined>,
  isSame: (stored: Row) => boolean,
): Promise<Row | undefined> {
  if (id === undefined) return undefined;
  await takeAdvisoryLock(db, kind, id);
  const stored = await find(db, id);
  if (!stored && (await isDeletedId(db, id))) throw new AppError('already_deleted');
  if (stored && !isSame(stored)) throw new AppError('id_conflict');
  return stored;
}

/** Whether a row with this id has been deleted. Triggers store the ids (migrations/repeatable/platform.sql). */
const isDeletedId = async (db: DbTransaction, id: string): Promise<boolean> =>
  (await db.selectFrom('deleted_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Whether a stored row has everything that was sent. */
export const hasContent = <Row extends object>(stored: Row, sent: { [Column in keyof Row]?: unknown }): boolean =>
  (Object.keys(sent) as (keyof Row)[]).every((column) => isDeepStrictEqual(stored[column], sent[column]));

/** Keeps the ids as long as a draft whose answer was lost may wait to be sent again. */
export const deletedIdsRetention: Retention[] = [
  {
    table: 'deleted_ids',
    deleteExpired: ({ db }, limit) =>
      deleteBatch(db, 'deleted_ids', sql`deleted_at < now() - interval '180 days'`, limit),
  },
];
