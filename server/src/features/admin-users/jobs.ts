import type { Retention } from '../../platform/transactions/retention.ts';
import { deleteOldDeletedAdmins } from './queries-recovery.ts';

export const adminUsersRetention: Retention[] = [
  { table: 'deleted_admins', deleteExpired: ({ db }, limit) => deleteOldDeletedAdmins(db, limit) },
];
