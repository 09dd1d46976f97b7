import type { Message, UnreadCounts } from './chat.ts';
import type { Read } from './known.ts';

/**
 * Signals: small messages that something changed. A page joins topics; policy decides who may.
 * `feed`, `settings` and `banners` are for every member, `admin` for admins, `user:` for that person,
 * `post:` and `warung:` for every member.
 */
export type Topic =
  | 'feed'
  | 'settings'
  | 'banners'
  | 'admin'
  | `user:${string}`
  | `post:${string}`
  | `warung:${string}`;

export type Signal =
  | { type: 'feed_changed'; post_id?: string }
  | { type: 'post_changed'; post_id: string }
  /** This and the next signal carry one's own like or save to one's other pages: the state itself, so that they need no request. */
  | { type: 'like_changed'; post_id: string; is_liked: boolean; likes: number }
  | { type: 'save_changed'; post_id: string; is_saved: boolean }
  /** The post has a new comment: clients fetch those after the last one they have. */
  | { type: 'comment_added'; post_id: string }
  /** Another change of the post's comments, and so of their count. */
  | { type: 'comments_changed'; post_id: string }
  | { type: 'warung_changed'; warung_id: string }
  | { type: 'settings_changed' }
  /** The near results that a search without results is offered may have changed. */
  | { type: 'spellings_changed' }
  | { type: 'banners_changed' }
  | { type: 'reports_changed' }
  | { type: 'applications_changed' }
  | { type: 'users_changed' }
  | { type: 'notifications_changed'; unread: number }
  /**
   * Signals of chats come on the two people's own topics. The message is whole. `counts` are those of the page's person, and are there
   * only if they changed: no `notifications_changed` comes with a message, so that a chat on screen can mark it as read first.
   */
  | { type: 'message_added'; message: Message; counts?: UnreadCounts }
  /** Sent to the sender alone while one of the two has blocked the other. */
  | { type: 'message_deleted'; conversation_id: string; message_id: string; sequence: number; counts?: UnreadCounts }
  /** `reader_id` has read up to a sequence; sent to the reader alone while one of the two has blocked the other. */
  | {
      type: 'conversation_read';
      conversation_id: string;
      reader_id: string;
      read_sequence: number;
      counts?: UnreadCounts;
    }
  /**
   * A conversation was opened, or whether one can write or how the other person shows has changed. Without an id it is about people who
   * have no conversation. `blocks` says that the page's own person has blocked or unblocked somebody.
   */
  | { type: 'conversations_changed'; conversation_id?: string; blocks?: true }
  | { type: 'profile_changed' }
  /** One session of the person has ended, or without session_id all of them. The socket is closed afterwards. */
  | { type: 'session_ended'; reason: Read<SessionEnd>; session_id?: string };

/** All types of signals. A page ignores a signal of any other type, which only a later release knows (D102). */
export const signalTypes: Readonly<Record<Signal['type'], true>> = {
  feed_changed: true,
  post_changed: true,
  like_changed: true,
  save_changed: true,
  comment_added: true,
  comments_changed: true,
  warung_changed: true,
  settings_changed: true,
  spellings_changed: true,
  banners_changed: true,
  reports_changed: true,
  applications_changed: true,
  users_changed: true,
  notifications_changed: true,
  message_added: true,
  message_deleted: true,
  conversation_read: true,
  conversations_changed: true,
  profile_changed: true,
  session_ended: true,
};

/**
 * Why an open page is signed out: by oneself in this browser (`signed_out`), from another device or as an admin corrected the e-mail
 * (`ended_elsewhere`), by a new password or role, or because the account or stall is gone. With the first and the last reason the page
 * also drops what was not sent (D83).
 */
export type SessionEnd =
  | 'signed_out'
  | 'ended_elsewhere'
  | 'password_changed'
  | 'role_changed'
  | 'account_deleted'
  | 'account_suspended'
  | 'warung_suspended';

/**
 * What a page sends on the socket, as JSON text. The first message of a native app is `auth`; a browser's cookie came with
 * the upgrade. Topics are joined after `ready`, not before; a person's own `user:` topic is joined from the start.
 */
export type ClientMessage =
  | { type: 'auth'; token: string }
  /**
   * `age_ms` says how long ago the page requested the data that the topics' signals keep up to date. Signals since then are sent again,
   * equal ones once: those of a topic with the first `join` that has an age, and also those of the person's own topic. If they are many,
   * or the person has been sent many on their sockets, a `resync` is sent instead.
   */
  | { type: 'join'; topics: string[]; age_ms?: number }
  | { type: 'leave'; topics: string[] }
  | { type: 'ping' };

/** What the server sends on the socket. */
export type ServerMessage =
  | { type: 'ready' }
  | { type: 'pong' }
  /** Names topics of one `join` that this person may not subscribe to, or that exceed the limit. */
  | { type: 'refused'; topics: string[] }
  /** Signals may have been missed: the client fetches everything on screen again. */
  | { type: 'resync' }
  | { type: 'signal'; topic: Topic; signal: Signal };

/**
 * Realtime constants in milliseconds (product.md#constants). Further attempts wait as long as the last delay; a page varies
 * each delay randomly by 20 %.
 */
export const realtimeTimes = {
  heartbeatMs: 25_000,
  timeoutMs: 10_000,
  /** How far back a `join` gets the signals that came before it. */
  catchUpMs: 60_000,
  reconnectDelaysMs: [1_000, 2_000, 5_000, 10_000],
} as const;

/**
 * Close codes of the socket (RFC 6455 section 7.4.2, private range). After `unauthenticated`, `suspended` and `sessionEnded`
 * a page does not reconnect with the same session; the close reason of the last two is a SessionEnd.
 */
export const socketCloses = {
  malformed: 4400,
  unauthenticated: 4401,
  suspended: 4403,
  sessionEnded: 4410,
  tooMany: 4429,
} as const;
