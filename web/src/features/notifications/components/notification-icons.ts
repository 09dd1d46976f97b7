import type { NotificationType } from '@lapau/contract/notifications';
import {
  BadgeCheck,
  CircleX,
  ClipboardList,
  Flag,
  Heart,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Reply,
  UserPlus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export const notificationIcons: Record<NotificationType, { icon: LucideIcon; tone: string }> = {
  new_user_signup: { icon: UserPlus, tone: 'text-pandan' },
  new_seller_application: { icon: ClipboardList, tone: 'text-gold' },
  application_approved: { icon: BadgeCheck, tone: 'text-pandan' },
  application_rejected: { icon: CircleX, tone: 'text-red-text' },
  new_report: { icon: Flag, tone: 'text-red-text' },
  new_message: { icon: MessageCircle, tone: 'text-gold' },
  new_like: { icon: Heart, tone: 'text-red-text' },
  new_comment: { icon: MessageSquareText, tone: 'text-gold' },
  new_reply: { icon: Reply, tone: 'text-gold' },
  post_activity: { icon: MessagesSquare, tone: 'text-muted' },
};
