import type { Notification, NotificationType } from '@lapau/contract/notifications';
import { hasRoute } from '../../../lib/paths.ts';

type NotificationTarget = {
  /** The route as in `web/src/lib/paths.ts`. */
  route: string;
  /** The path if the route has parameters, or null if the post or conversation has been deleted. */
  path?: (notification: Notification) => string | null;
};

const chat: NotificationTarget = {
  route: '/chat/:conversationId',
  path: ({ conversation_id: id }) => id && `/chat/${id}`,
};
const post: NotificationTarget = { route: '/post/:postId', path: ({ post_id: id }) => id && `/post/${id}` };

const targets: Record<NotificationType, NotificationTarget> = {
  new_user_signup: { route: '/admin/users' },
  new_seller_application: { route: '/admin' },
  application_approved: { route: '/my-warung' },
  application_rejected: { route: '/profile' },
  new_report: { route: '/admin/reports' },
  new_message: chat,
  new_like: post,
  new_comment: post,
  new_reply: post,
  post_activity: post,
};

/** The path a tap on a notification opens, or null when it only marks the notification as read (D31). */
export function notificationPath(
  notification: Notification,
  exists: (route: string) => boolean = hasRoute,
): string | null {
  const { route, path } = targets[notification.type];
  if (!exists(route)) return null;
  return path ? path(notification) : route;
}
