import type { Notification, NotificationType } from '@lapau/contract/notifications';
import { hasRoute } from '../../../lib/paths.ts';

interface Target {
  /** The route it needs. */
  route: string;
  /** Where it leads; null when what it is about is gone. Left out, the route is the path. */
  path?: (notification: Notification) => string | null;
}

const chat: Target = {
  route: '/chat/:conversationId',
  path: ({ conversation_id: id }) => id && `/chat/${id}`,
};
const post: Target = { route: '/post/:postId', path: ({ post_id: id }) => id && `/post/${id}` };

/** Where a tap leads, by type (D31). */
const targets: Record<NotificationType, Target> = {
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

/** Where a tap on a notification leads, or null when it leads nowhere and only marks it read. */
export function targetOf(notification: Notification, exists: (route: string) => boolean = hasRoute): string | null {
  const { route, path } = targets[notification.type];
  if (!exists(route)) return null;
  return path ? path(notification) : route;
}
