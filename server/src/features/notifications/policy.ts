/** Nobody is notified of what they did themselves. */
export const isNotified = (personId: string, doerId: string | null): boolean => personId !== doerId;

/** Only its recipient marks a notification as read. */
export const mayMarkRead = (actorId: string, notification: { user_id: string }): boolean =>
  actorId === notification.user_id;
