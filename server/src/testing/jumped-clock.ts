import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** Has the last run lie so many days back, as it does after the clock has jumped by them. */
export const jumpClock = (db: Db, days = 400): Promise<unknown> =>
  sql`update trusted_clock set trusted_at = now() - ${days} * interval '1 day', noted_at = now() - ${days} * interval '1 day',
    ran_ms = 0`.execute(db);

/** Has Lapau have run on the clock until now. */
export const trustClock = (db: Db): Promise<unknown> => jumpClock(db, 0);
