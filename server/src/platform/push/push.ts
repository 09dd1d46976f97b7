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

/** A push as it is sent; push services replace what waits with the same topic. */
export type Push = {
  payload: Payload;
  /** What the native app reads besides the payload. */
  appData: Record<string, string>;
  /** For how many things the notification stands; a launcher adds those of all that show for the app's badge. */
  items: number;
  topic: string;
  ttlSeconds: number;
  isUrgent: boolean;
};

/** `gone`: no push will ever reach this device; `refused`: not this one; `failed`: it may later. */
export type Outcome =
  | { is: 'delivered' | 'gone' }
  | { is: 'refused'; reason: string }
  | { is: 'failed'; reason: string; retryAfterSeconds: number | undefined };
