import type { Retention } from '../../platform/transactions/retention.ts';
import { deleteOldViews } from './queries.ts';

export const statsRetention: Retention[] = [
  { table: 'views', deleteExpired: ({ db }, limit) => deleteOldViews(db, limit) },
];
