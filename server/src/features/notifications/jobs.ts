import type { Retention } from '../../platform/retention.ts';
import { deleteOldNotifications } from './queries.ts';

export const notificationsRetention: Retention[] = [
  { table: 'notifications', deleteExpired: ({ db }, limit) => deleteOldNotifications(db, limit) },
];
