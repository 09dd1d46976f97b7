import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/database/database.ts';

/** Waits until a connection to this database waits for a row or for an advisory lock. */
export const untilLockWait = (db: Db): Promise<void> =>
  expect.poll(async () => (await lockWaits.execute(db)).rows).not.toEqual([]);

const lockWaits = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
