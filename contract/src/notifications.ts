import * as z from 'zod/mini';
import { call } from './call.ts';
import { openEnum } from './open-enum.ts';
import { ageMs, cursor, id, moment, pageLimit } from './text.ts';

/** The values in the text of a notification. */
type NotificationFacts = {
  /** The latest sender's displayed name. */
  name: string;
  /** The sender's name with how many others there are: "Sari" or "Sari dan 2 lainnya". */
  who: string;
  otherSenders: number;
  /** The latest sender's nagari. */
  nagari: string | null;
  foodName: string | null;
  /** How many other dishes of the stall the notification tells of. */
  otherDishes: number;
  /** The words for what was reported last, and how many reports there are. */
  what: string | null;
  count: number;
};

/**
 * Every type of notification with its text, which is made when the notification is read; null when it is stored with the
 * notification instead.
 */
export const notificationTexts = {
  new_user_signup: ({ who, nagari, otherSenders }) =>
    otherSenders === 0 && nagari ? `${who} dari ${nagari} baru mendaftar.` : `${who} baru mendaftar.`,
  new_seller_application: null,
  application_approved: null,
  application_rejected: null,
  new_report: ({ name, what, count }) =>
    count > 1 ? `${count} laporan baru, terakhir dari ${name}.` : `${name} melaporkan ${what ?? 'sesuatu'}.`,
  new_message: ({ who }) => `Pesan baru dari ${who}.`,
  new_like: ({ who, foodName }) => `${who} menyukai postingan Anda: ${foodName}.`,
  new_comment: ({ who, foodName }) => `${who} mengomentari postingan Anda: ${foodName}.`,
  new_reply: ({ who, foodName }) => `${who} membalas komentar Anda di ${foodName}.`,
  still_open: null,
  post_activity: ({ who, foodName }) => `${who} juga berkomentar di ${foodName}.`,
  report_outcome: null,
  content_removed: null,
  suspension_lifted: null,
  new_appeal: null,
  appeal_outcome: null,
  items_waiting: null,
  weekly_summary: null,
  recovery_code: null,
  recovery_request: null,
  role_changed: null,
  dish_back: ({ name, foodName, otherDishes }) =>
    `${foodName}${otherDishes > 0 ? ` dan ${otherDishes} masakan lain` : ''} di ${name} dimasak lagi.`,
} as const satisfies Record<string, ((facts: NotificationFacts) => string) | null>;
/** The text of a notification that has no stored text and a type that only a later release knows (D102). */
export const unknownNotification = 'Ada kabar baru.';
export type NotificationType = keyof typeof notificationTexts;
export const notificationTypes = Object.keys(notificationTexts) as [NotificationType, ...NotificationType[]];

/** Unread notifications of one type about one thing are merged into one with the latest sender and time. */
export const notification = z.strictObject({
  id,
  content: z.string(),
  created_at: moment,
  is_read: z.boolean(),
  post_id: z.nullable(id),
  type: openEnum(notificationTypes),
  sender_id: z.nullable(id),
  comment_id: z.nullable(id),
  conversation_id: z.nullable(id),
  /** The admin's decision that the notification tells of. */
  decision_id: z.nullable(id),
  /** How many people besides the sender caused the notification. */
  other_senders: z.int(),
  /** The latest sender's displayed name; null when nobody sent it, or when all senders are deleted or suspended. */
  sender_name: z.nullable(z.string()),
  sender_avatar_url: z.nullable(z.string()),
  /** The cover of the post, while members see the post. */
  post_image_url: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notification>;

/** One's own notifications, newest first. */
export const get_notifications = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(notification),
  errors: [],
});

/** Marks one notification as read, or without an id all of one's own. */
export const mark_notifications_read = call({
  access: 'member',
  writes: true,
  /** Without an id all that were there `age_ms` ago are marked, when the person tapped: a phone without signal sends the call later. */
  input: z.strictObject({ notification_id: z.optional(id), age_ms: ageMs }),
  output: z.strictObject({ unread: z.int() }),
  errors: [],
});

/** Deletes all of one's own notifications that were there `age_ms` ago, when the person chose to delete them. */
export const delete_my_notifications = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ age_ms: ageMs }),
  output: z.strictObject({ deleted: z.int() }),
  errors: [],
});
