import { sql } from 'kysely';
import { deleteBatch } from './retention.ts';
import type { Retention } from './retention.ts';

/** Deletes rows of the carrier by Valkey that nobody publishes any more, because no process has a REDIS_URL now. */
export const unsentSignalsRetention: Retention[] = [
  {
    table: 'unsent_signals',
    deleteExpired: ({ db }, limit) =>
      deleteBatch(db, 'unsent_signals', sql`created_at < now() - interval '1 day'`, limit),
  },
];
