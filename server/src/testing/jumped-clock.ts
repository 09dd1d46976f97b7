import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** Dates the last run this many days back, as it looks after the clock has jumped by them. */
export const jumpClock = (db: Db, days = 400): Promise<unknown> =>
  sql`update trusted_clock set trusted_at = now() - ${days} * interval '1 day', noted_at = now() - ${days} * interval '1 day',
    ran_ms = 0`.execute(db);

/** Makes the clock trusted, as if Lapau had run on it until now. */
export const trustClock = (db: Db): Promise<unknown> => jumpClock(db, 0);
