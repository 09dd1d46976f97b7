import type { Notification, NotificationType } from '@lapau/contract/notifications';
import {
  BadgeCheck,
  CircleX,
  ClipboardList,
  Flag,
  Gavel,
  Heart,
  Hourglass,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Reply,
  Scale,
  ShieldCheck,
  Store,
  Trash2,
  UserCheck,
  UserPlus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { hasRoute } from '../../../lib/paths.ts';

type NotificationTarget = {
  /** The route a tap opens, as in `web/src/lib/paths.ts`. */
  route: string;
  /** Its path if it has parameters, or null if the post or conversation has been deleted. */
  path?: (notification: Notification) => string | null;
};

const chat: NotificationTarget = {
  route: '/chat/:conversationId',
  path: ({ conversation_id: id }) => id && `/chat/${id}`,
};
const post: NotificationTarget = { route: '/post/:postId', path: ({ post_id: id }) => id && `/post/${id}` };

/** How each type of notification is shown and what a tap on it opens (D31). */
export const notificationDisplay: Record<NotificationType, { icon: LucideIcon; tone: string } & NotificationTarget> = {
  new_user_signup: { icon: UserPlus, tone: 'text-pandan', route: '/admin/users' },
  new_seller_application: { icon: ClipboardList, tone: 'text-gold', route: '/admin' },
  application_approved: { icon: BadgeCheck, tone: 'text-pandan', route: '/my-warung' },
  application_rejected: { icon: CircleX, tone: 'text-red-text', route: '/profile' },
  still_open: { icon: Store, tone: 'text-gold', route: '/my-warung' },
  new_report: { icon: Flag, tone: 'text-red-text', route: '/admin/reports' },
  new_message: { icon: MessageCircle, tone: 'text-gold', ...chat },
  new_like: { icon: Heart, tone: 'text-red-text', ...post },
  new_comment: { icon: MessageSquareText, tone: 'text-gold', ...post },
  new_reply: { icon: Reply, tone: 'text-gold', ...post },
  report_outcome: { icon: ShieldCheck, tone: 'text-pandan', route: '/notifications' },
  content_removed: { icon: Trash2, tone: 'text-red-text', route: '/notifications' },
  suspension_lifted: { icon: UserCheck, tone: 'text-pandan', route: '/profile' },
  new_appeal: { icon: Scale, tone: 'text-gold', route: '/admin/reports' },
  appeal_outcome: { icon: Gavel, tone: 'text-gold', route: '/notifications' },
  items_waiting: { icon: Hourglass, tone: 'text-gold', route: '/admin' },
  post_activity: { icon: MessagesSquare, tone: 'text-muted', ...post },
};

/** The path a tap on a notification opens, or null when it only marks the notification as read. */
export function notificationPath(
  notification: Notification,
  exists: (route: string) => boolean = hasRoute,
): string | null {
  const { route, path } = notificationDisplay[notification.type];
  if (!exists(route)) return null;
  return path ? path(notification) : route;
}
