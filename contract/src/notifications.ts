import { z } from 'zod';
import { call } from './call.ts';
import { cursor, id, moment, pageLimit } from './text.ts';

export const notificationTypes = [
  'new_user_signup',
  'new_seller_application',
  'application_approved',
  'application_rejected',
  'new_report',
  'new_message',
  'new_like',
  'new_comment',
  'new_reply',
  'post_activity',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Unread ones of the same type about the same thing are one, of the latest sender and time (D56). */
export const notification = z.strictObject({
  id,
  content: z.string(),
  created_at: moment,
  is_read: z.boolean(),
  post_id: id.nullable(),
  type: z.enum(notificationTypes),
  sender_id: id.nullable(),
  comment_id: id.nullable(),
  conversation_id: id.nullable(),
  /** How many people besides the sender it tells of. */
  other_senders: z.int(),
  sender_avatar_url: z.string().nullable(),
  /** The post's cover. */
  post_image_url: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;

/** One's own notifications, newest first. */
export const get_notifications = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ before: cursor.optional(), limit: pageLimit }),
  output: z.array(notification),
  errors: [],
});

/** Marks one as read, or all of one's own without an id. */
export const mark_notifications_read = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ notification_id: id.optional() }),
  output: z.strictObject({ unread: z.int() }),
  errors: [],
});

/** Deletes all of one's own notifications. */
export const delete_my_notifications = call({
  access: 'member',
  writes: true,
  input: z.strictObject({}),
  output: z.strictObject({ deleted: z.int() }),
  errors: [],
});
