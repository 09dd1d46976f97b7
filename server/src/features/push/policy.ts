import type { Read } from '@lapau/contract/known';
import { ofKnown } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import type { PushKind, PushPayload, PushReplies, PushSwitches } from '@lapau/contract/push';
import type { Role } from '@lapau/contract/roles';
import type { ScreenAddress } from '@lapau/contract/screens';
import type { PushTarget } from '../../platform/push/push.ts';

/** The switch for the pushes of each type of notification; a type with null is only listed. Messages are pushed one by one. */
const kinds: Record<NotificationType, PushKind | null> = {
  new_user_signup: null,
  new_seller_application: 'waiting',
  application_approved: 'decisions',
  application_rejected: 'decisions',
  new_report: 'waiting',
  new_message: null,
  new_like: null,
  new_comment: 'comments',
  new_reply: 'comments',
  post_activity: 'comments',
  still_open: null,
  report_outcome: 'decisions',
  content_removed: 'decisions',
  suspension_lifted: 'decisions',
  new_appeal: 'waiting',
  appeal_outcome: 'decisions',
  items_waiting: 'waiting',
  weekly_summary: null,
  recovery_code: 'decisions',
  recovery_request: 'waiting',
  role_changed: 'decisions',
  dish_back: 'dishes',
};

/** The kind of push of a type; undefined for a type that only a later release knows, and which that release may have pushed. */
export const kindOf = (type: Read<NotificationType>): PushKind | null | undefined => ofKnown(kinds, type);

/** The paths that a tap opens; other types open the list. */
const targets: Partial<Record<NotificationType, ScreenAddress>> = {
  new_seller_application: '/admin',
  application_approved: '/my-warung',
  application_rejected: '/profile',
  new_report: '/admin/reports',
  new_appeal: '/admin/reports?bagian=keberatan',
  items_waiting: '/admin',
  recovery_request: '/admin/users',
  recovery_code: '/profile',
  role_changed: '/profile',
};

const titles: Record<Exclude<PushKind, 'messages'>, string> = {
  comments: 'Komentar baru',
  decisions: 'Keputusan admin',
  waiting: 'Menunggu admin',
  dishes: 'Dimasak lagi',
};

/** Whether a notification is about the account itself: somebody who takes over an account would do such things at night. */
export const isAboutAccount = (type: Read<NotificationType>): boolean =>
  type === 'recovery_code' || type === 'recovery_request' || type === 'role_changed';

/** Night is from 21.00 to 05.00, when only messages and notifications about the account itself are pushed. */
const isNight = (hour: number): boolean => hour >= 21 || hour < 5;

/** Whether something is pushed to a person now. Things that wait for admins are pushed only to somebody who is still an admin. */
export const isPushed = (
  kind: PushKind,
  {
    switches,
    role,
    hour,
    isAtAnyHour,
  }: { switches: PushSwitches; role: Read<Role>; hour: number; isAtAnyHour: boolean },
): boolean =>
  switches[kind] && (kind === 'messages' || isAtAnyHour || !isNight(hour)) && (kind !== 'waiting' || role === 'admin');

const hourSeconds = 3600;

/** How long a push is of use: one of a message for a day, any other for three hours. */
export const lifetimeSeconds = (kind: PushKind): number => (kind === 'messages' ? 24 : 3) * hourSeconds;

export const conversationTag = (id: string): string => `conversation:${id}`;

/** What a notification is about: a post, the dishes of a stall, or neither. */
export type Subject = { post_id: string | null; stall_id: string | null };
export const subjectTag = ({ post_id, stall_id }: Subject): string =>
  stall_id ? `stall:${stall_id}` : post_id ? `post:${post_id}` : 'notifications';

/** What pushes tell of: a message, with the number of unread messages of its conversation, or a notification. */
export type PushedMessage = {
  id: string;
  conversation_id: string;
  sequence: number;
  sender_name: string;
  content: string;
  unread: number;
  /** The dish that the message asks about. */
  asked_about: string | null;
  /** The recipient's own answers to such a question, in their order; empty for anybody but a cook. */
  quick_replies: string[];
};
export type PushedNotification = Subject & { type: Read<NotificationType>; content: string };

/**
 * What a push says of a message.
 * @param replies are left out with names and texts, as nobody answers what they do not see
 */
export function messagePayload(
  { conversation_id, sender_name, content, asked_about }: PushedMessage,
  { hides_content }: PushSwitches,
  replies?: PushReplies,
): Omit<PushPayload, 'unread'> {
  const shown = { tag: conversationTag(conversation_id), url: `/chat/${conversation_id}` };
  if (hides_content) return { ...shown, title: 'Pesan baru' };
  const text = asked_about === null ? content : `${asked_about}: ${content}`;
  return {
    ...shown,
    title: shorten(sender_name, 80),
    body: shorten(text, 240),
    ...(replies && { quick_replies: replies }),
  };
}

/** What a push says of a notification. */
export function notificationPayload(
  { type, content, ...subject }: PushedNotification,
  { hides_content }: PushSwitches,
): Omit<PushPayload, 'unread'> {
  const kind = kindOf(type);
  const title = kind && kind !== 'messages' ? titles[kind] : 'Notifikasi baru';
  const leadsToPost = kind === 'comments' || kind === 'dishes';
  return {
    tag: subjectTag(subject),
    ...(hides_content ? { title: 'Notifikasi baru' } : { title, body: shorten(content, 240) }),
    url: leadsToPost && subject.post_id ? `/post/${subject.post_id}` : (ofKnown(targets, type) ?? '/notifications'),
  };
}

/** The data by which the native app opens something on a tap: a conversation, else a post, else the list. */
export function appDataOf({ tag, url }: Pick<PushPayload, 'tag' | 'url'>): Record<string, string> {
  const [kind, id = ''] = tag.split(':');
  if (kind === 'conversation') return { type: 'new_message', conversation_id: id };
  if (kind === 'post') return { post_id: id };
  const [, post] = /^\/post\/(.+)$/.exec(url ?? '') ?? [];
  return post ? { post_id: post } : {};
}

/** Cuts a text between characters, so that a payload stays within what push services take. */
function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

const firstDelaySeconds = 30;
const maxDelaySeconds = hourSeconds;

/**
 * How soon a push that could not be delivered is tried again; undefined when it is of no use by then.
 * @param attempt how often it was tried before this time
 * @param askedSeconds the pause that the push service asks for
 */
export function retryDelaySeconds(attempt: number, secondsLeft: number, askedSeconds = 0): number | undefined {
  const delay = Math.max(Math.min(firstDelaySeconds * 2 ** attempt, maxDelaySeconds), askedSeconds);
  return delay < secondsLeft ? delay : undefined;
}

/** How soon a push is tried again for which there was no place. Up to five minutes, as thousands must not come all the time. */
export const turnedAwayMs = (times: number): number => Math.min(2_000 * 2 ** times, 300_000);

/** Whether somebody may end the pushes to a device. */
export const isOwn = (member: { id: string }, device: { user_id: string }): boolean => device.user_id === member.id;

type Addressed = {
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  vapid_public_key: string | null;
  fcm_token: string | null;
};

export function targetOf({ endpoint, p256dh, auth, vapid_public_key, fcm_token }: Addressed): PushTarget {
  if (fcm_token !== null) return { fcm_token };
  if (endpoint === null || p256dh === null || auth === null || vapid_public_key === null)
    throw new Error('a subscription is neither a browser nor an app');
  return { endpoint, p256dh, auth, vapid_public_key };
}
