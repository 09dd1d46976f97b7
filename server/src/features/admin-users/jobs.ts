import type { Retention } from '../../platform/retention.ts';
import { deleteExpiredRecoveryRequests, deleteOldDeletedAdmins } from './queries-recovery.ts';
import { deleteOldVisits } from './queries.ts';

export const adminUsersRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
  { table: 'recovery_requests', deleteExpired: ({ db }, limit) => deleteExpiredRecoveryRequests(db, limit) },
  { table: 'deleted_admins', deleteExpired: ({ db }, limit) => deleteOldDeletedAdmins(db, limit) },
];
