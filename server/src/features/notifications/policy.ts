import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import { notificationTypes } from '@lapau/contract/notifications';
import type { Role } from '@lapau/contract/roles';

/** Nobody is notified of what they did themselves. */
export const isNotified = (personId: string, doerId: string | null): boolean => personId !== doerId;

/** Only its recipient marks a notification as read. */
export const mayMarkRead = (actorId: string, notification: { user_id: string }): boolean =>
  actorId === notification.user_id;

/**
 * Some notifications are for admins only, or for sellers only: they say what others are not to know, or lead where others may not go. An
 * admin is a seller too. `role_changed` is one of them, as each change of a role is told anew and replaces what was told before.
 */
const told: Partial<Record<NotificationType, 'admin' | 'seller'>> = {
  new_user_signup: 'admin',
  new_seller_application: 'admin',
  new_report: 'admin',
  new_appeal: 'admin',
  items_waiting: 'admin',
  weekly_summary: 'admin',
  recovery_request: 'admin',
  role_changed: 'admin',
  application_approved: 'seller',
  still_open: 'seller',
};

const isToldTo = (role: Read<Role>, type: NotificationType): boolean => {
  const whom = told[type];
  return whom === undefined || role === 'admin' || (whom === 'seller' && role === 'penjual');
};

/** The types that a change of the role withdraws (D131), so that nothing old comes back with the role. */
export const withdrawnWithRole = ({ before, after }: { before: Read<Role>; after: Role }): NotificationType[] =>
  notificationTypes.filter((type) => !isToldTo(before, type) || !isToldTo(after, type));
