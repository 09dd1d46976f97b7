import type { Retention } from '../../platform/transactions/retention.ts';
import { deleteOldAuditRows } from './queries.ts';

export const auditRetention: Retention[] = [
  { table: 'audit_log', deleteExpired: ({ db }, limit) => deleteOldAuditRows(db, limit) },
];
