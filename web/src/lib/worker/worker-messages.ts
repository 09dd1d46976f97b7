import type { PushPayload } from '@lapau/contract/push';

/** A message from a page to the worker. */
export type ToWorker =
  /**
   * The app is at rest. `account` is the person who is signed in, or null; `files` are the paths that this page has loaded, which the
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
   * The server does not speak with this page's release any more. The worker answers through the port whether a reload opens another
   * release: the newest, or the one that the server sends.
   */
  | { type: 'renew' }
  /** The page wants pushes and taps, and asks for the name of its lock. */
  | { type: 'listen' }
  /** The person sees this path: notifications that lead to it are needed no more. */
  | { type: 'seen'; path: string };

/** A message from the worker to pages. */
export type FromWorker =
  /** The device has the app's newest release, which has these code files. */
  | { type: 'release'; files: string[] }
  /** The answer to `listen`. */
  | { type: 'lock'; name: string }
  /** A push has come that this page shows, as the person looks at it. */
  | { type: 'push'; payload: PushPayload }
  /** The person has tapped on a notification. */
  | { type: 'open'; path: string };
