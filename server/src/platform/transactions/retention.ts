import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isClockTrusted } from '../clock/clock-jumps.ts';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { RunInTransaction, Tx } from './transaction.ts';

/** How expired rows of a table are deleted. */
export type Retention = {
  table: keyof Schema;
  /** Deletes expired rows, at most as many as the limit. @returns how many */
  deleteExpired: (tx: Tx, limit: number) => Promise<number>;
};

/** Rows per transaction. A first run may have a year of rows to delete, and locks must be short. */
const batchSize = 1_000;

/** Deletes all expired rows of a table, in batches, but none while the clock is not trusted; it may jump between two batches. */
export async function applyRetention(
  { transaction }: { transaction: RunInTransaction },
  { deleteExpired }: Retention,
): Promise<void> {
  let deleted = batchSize;
  while (deleted === batchSize)
    deleted = await transaction(async (tx) => {
      const { is_trusted } = await tx.db.selectNoFrom(isClockTrusted.as('is_trusted')).executeTakeFirstOrThrow();
      return is_trusted ? deleteExpired(tx, batchSize) : 0;
    });
}

/**
 * Deletes at most `limit` rows that meet the condition; rows that another transaction has locked are left for the next night.
 * @returns how many
 */
export async function deleteBatch(
  db: Db,
  table: keyof Schema,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows);
}
