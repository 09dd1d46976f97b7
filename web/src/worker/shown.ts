import type { PushReplies } from '@lapau/contract/push';

/** The options of a notification, with those that only some browsers have and TypeScript does not know. */
export type ShowOptions = NotificationOptions & { renotify?: boolean; actions?: { action: string; title: string }[] };

/** What a notification keeps for a tap. */
export type ShownData = {
  /** The path that a tap opens. */
  url?: string | undefined;
  unread?: number | undefined;
  /** The answers that it offers. */
  replies?: PushReplies | undefined;
  /** The answer of which it tells that it has not arrived: whose it is, and its entry in the outbox. */
  answer?: { account: string; id: string };
};
