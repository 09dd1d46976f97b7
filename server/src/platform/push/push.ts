export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string; vapid_public_key: string };
/** A device: a browser, or a native app. */
export type PushTarget = BrowserSubscription | { fcm_token: string };

/** What the device gets, as contract/src/push.ts declares it. */
type Payload = {
  tag: string;
  title?: string | undefined;
  body?: string | undefined;
  url?: string | undefined;
  unread: number;
};

/** A push as it is sent; it replaces one with the same topic that waits at the push service. */
export type Push = {
  payload: Payload;
  /** What the native app reads besides the payload. */
  appData: Record<string, string>;
  /** How many things the notification stands for; for the app's badge a launcher adds up those of all notifications that show. */
  items: number;
  topic: string;
  ttlSeconds: number;
  isUrgent: boolean;
};

/** `gone`: no push will ever reach this device; `refused`: this push will not; `failed`: it may reach it later. */
export type Outcome =
  | { is: 'delivered' | 'gone' }
  | { is: 'refused'; reason: string }
  | { is: 'failed'; reason: string; retryAfterSeconds: number | undefined };
