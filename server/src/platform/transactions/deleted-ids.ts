import { sql } from 'kysely';
import { deleteBatch } from './retention.ts';
import type { Retention } from './retention.ts';

/** Keeps the ids as long as a draft whose answer was lost may wait to be sent again. */
export const deletedIdsRetention: Retention[] = [
  {
    table: 'deleted_ids',
    deleteExpired: ({ db }, limit) =>
      deleteBatch(db, 'deleted_ids', sql`deleted_at < now() - interval '180 days'`, limit),
  },
];
