import type { PushPayload } from '@lapau/contract/push';

/** What pages tell the worker. */
export type ToWorker =
  /**
   * The app is at rest. `account` is who is signed in, or null; `files` are paths of what this page has loaded, which the
   * browser's own cache still has: code, and photos that the account may see again without a network.
   */
  | { type: 'keep'; account: string | null; files: string[] }
  /** The page was away: there may be a new release. `files` are those of the page, as above. */
  | { type: 'look'; files: string[] }
  /** Nobody is signed in any more: nothing of that account may stay. */
  | { type: 'forget' }
  /** The app of a page that the device has opened has started: its release works here. */
  | { type: 'started' }
  /**
   * The server does not speak with this page's release any more. It is answered through the port with whether a reload opens
   * another: the newest, or what the server sends.
   */
  | { type: 'renew' }
  /** The page wants pushes and taps, and asks for the name of its lock. */
  | { type: 'listen' }
  /** The person sees this path: what is notified of it needs no notification any more. */
  | { type: 'seen'; path: string };

/** What the worker tells pages. */
export type FromWorker =
  /** The device has the app's newest release, which has these code files. */
  | { type: 'release'; files: string[] }
  /** The answer to `listen`. */
  | { type: 'lock'; name: string }
  /** A push has come that this page shows, as the person looks at it. */
  | { type: 'push'; payload: PushPayload }
  /** The person has tapped on a notification. */
  | { type: 'open'; path: string };
