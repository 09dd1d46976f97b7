import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/*
 * The database's clock is the one that stored times are made by and compared with. This machine's may differ from it, and be
 * set forward or back.
 */

/** The time of the transaction's beginning, in a statement. */
export const now = sql<Date>`now()`;

export const inFuture = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** The present moment, to the millisecond as in the tables' columns. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no time');
  return row.now;
}

/** A noted time may lie this far beyond now, as the clocks of several machines differ (D110). */
export const clockSlackMs = 60_000;

/** The latest time that can have been noted, in a statement: a later one counts as never noted (D110). */
export const latestNoted = inFuture(clockSlackMs);

/**
 * SQL that tells whether something which expires after `lifeMs` is still valid. If its end lies further ahead than that, it was made
 * by a clock that was ahead, and counts as expired (D110).
 * @param column the time at which it expires, as SQL
 */
export const isUnexpiredSql = (column: string, lifeMs: number): string =>
  `${column} > now() and ${column} <= now() + interval '${lifeMs + clockSlackMs} milliseconds'`;

export const isUnexpired = (lifeMs: number) => sql.raw<boolean>(isUnexpiredSql('expires_at', lifeMs));

/** Whether a time was noted by a clock that was ahead, so that it counts as never noted (D110). Both times are of one clock. */
export const isBeyondNow = (noted: Date, present: Date): boolean => noted.getTime() > present.getTime() + clockSlackMs;
