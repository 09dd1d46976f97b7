import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteNotifications, listNotifications, markNotificationsRead } from './rules-list.ts';

type NotificationCalls = 'get_notifications' | 'mark_notifications_read' | 'delete_my_notifications';

export const notificationsCalls = (platform: Platform): Handlers<NotificationCalls> => ({
  get_notifications: ({ input, actor }) => listNotifications(platform.database, actor.id, input),
  mark_notifications_read: async ({ input, actor }) => ({
    unread: await platform.transaction((tx) => markNotificationsRead(tx, actor.id, input)),
  }),
  delete_my_notifications: async ({ actor, input }) => ({
    deleted: await platform.transaction((tx) => deleteNotifications(tx, actor.id, input.age_ms)),
  }),
});
