import { sql } from 'kysely';
import { deleteBatch } from './retention.ts';
import type { Retention } from './retention.ts';

/** Rows of stored-limits.ts that count nothing any more. */
export const limitCountsRetention: Retention[] = [
  {
    table: 'limit_counts',
    deleteExpired: ({ db }, limit) => deleteBatch(db, 'limit_counts', sql`full_at < now()`, limit),
  },
];
