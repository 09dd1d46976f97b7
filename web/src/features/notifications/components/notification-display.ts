import { ofKnown } from '@lapau/contract/known';
import type { Notification, NotificationType } from '@lapau/contract/notifications';
import type { ScreenAddress } from '@lapau/contract/screens';
import {
  BadgeCheck,
  Bell,
  CalendarDays,
  CircleX,
  ClipboardList,
  CookingPot,
  Flag,
  Gavel,
  Heart,
  Hourglass,
  IdCard,
  KeyRound,
  KeySquare,
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

type NotificationTarget =
  | {
      /** The path that a tap opens; null when the post or conversation has been deleted. */
      path: ScreenAddress | ((notification: Notification) => string | null);
    }
  | {
      /** The title of a dialog that a tap opens, which shows the whole text. */
      detail: string;
    };

const chat = {
  path: ({ conversation_id: id }: Notification) => id && `/chat/${id}`,
};
const post = { path: ({ post_id: id }: Notification) => id && `/post/${id}` };

type NotificationDisplay = { icon: LucideIcon; tone: string } & NotificationTarget;

const displays: Record<NotificationType, NotificationDisplay> = {
  new_user_signup: { icon: UserPlus, tone: 'text-pandan', path: '/admin/users' },
  new_seller_application: { icon: ClipboardList, tone: 'text-gold', path: '/admin' },
  application_approved: { icon: BadgeCheck, tone: 'text-pandan', path: '/my-warung' },
  application_rejected: { icon: CircleX, tone: 'text-red-text', path: '/profile' },
  still_open: { icon: Store, tone: 'text-gold', path: '/my-warung' },
  new_report: { icon: Flag, tone: 'text-red-text', path: '/admin/reports' },
  new_message: { icon: MessageCircle, tone: 'text-gold', ...chat },
  new_like: { icon: Heart, tone: 'text-red-text', ...post },
  new_comment: { icon: MessageSquareText, tone: 'text-gold', ...post },
  new_reply: { icon: Reply, tone: 'text-gold', ...post },
  report_outcome: { icon: ShieldCheck, tone: 'text-pandan', detail: 'Hasil laporan' },
  content_removed: { icon: Trash2, tone: 'text-red-text', detail: 'Dihapus admin' },
  suspension_lifted: { icon: UserCheck, tone: 'text-pandan', detail: 'Penangguhan dicabut' },
  new_appeal: {
    icon: Scale,
    tone: 'text-gold',
    path: '/admin/reports?bagian=keberatan',
  },
  appeal_outcome: { icon: Gavel, tone: 'text-gold', detail: 'Jawaban keberatan' },
  weekly_summary: { icon: CalendarDays, tone: 'text-gold', path: '/admin' },
  items_waiting: { icon: Hourglass, tone: 'text-gold', path: '/admin' },
  recovery_request: { icon: KeySquare, tone: 'text-gold', path: '/admin/users' },
  role_changed: { icon: IdCard, tone: 'text-gold', path: '/profile' },
  recovery_code: { icon: KeyRound, tone: 'text-gold', path: '/profile' },
  dish_back: { icon: CookingPot, tone: 'text-pandan', ...post },
  post_activity: { icon: MessagesSquare, tone: 'text-muted', ...post },
};

/** A notification of a type that only a later release knows is read in the list. */
const unknown: NotificationDisplay = { icon: Bell, tone: 'text-muted', path: () => null };

/** How a notification is shown and what a tap on it opens. */
export const displayOf = ({ type }: Notification): NotificationDisplay => ofKnown(displays, type) ?? unknown;

/** The title of the dialog that a tap on a notification opens, if it opens one. */
export function notificationDetail(notification: Notification): string | undefined {
  const target = displayOf(notification);
  return 'detail' in target ? target.detail : undefined;
}

/** The path a tap on a notification opens, or null when there is none. */
export function notificationPath(notification: Notification): string | null {
  const target = displayOf(notification);
  if ('detail' in target) return null;
  return typeof target.path === 'string' ? target.path : target.path(notification);
}
