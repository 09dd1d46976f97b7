import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../platform/database.ts';

/** Waits until a connection to this database waits for a row or for an advisory lock. */
export const untilLockWait = (db: Db): Promise<unknown> =>
  vi.waitUntil(async () => (await lockWaits.execute(db)).rows.length > 0, { timeout: 20_000, interval: 10 });

const lockWaits = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
