import type { Retention } from '../../platform/retention.ts';
import { deleteOldVisits } from './queries.ts';

export const adminUsersRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
];
