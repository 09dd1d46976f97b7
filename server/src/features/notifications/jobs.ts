import type { Retention } from '../../platform/transactions/retention.ts';
import { deleteOldEvents, deleteOldNotifications } from './queries.ts';

export const notificationsRetention: Retention[] = [
  { table: 'notifications', deleteExpired: ({ db }, limit) => deleteOldNotifications(db, limit) },
  { table: 'notification_events', deleteExpired: ({ db }, limit) => deleteOldEvents(db, limit) },
];
