/** What pages tell the worker. */
export type ToWorker =
  /**
   * The app is at rest. `account` is who is signed in, or null; `files` are paths of what this page has loaded, which the
   * browser's own cache still has: code, and photos that the account may see again without a network.
   */
  | { type: 'keep'; account: string | null; files: string[] }
  /** Nobody is signed in any more: nothing of that account may stay. */
  | { type: 'forget' }
  /** The app of a page that the device has opened has started: its release works here. */
  | { type: 'started' }
  /**
   * The server does not speak with this page's release any more. It is answered through the port with whether a reload opens
   * another: the newest, or what the server sends.
   */
  | { type: 'renew' };

/** What the worker tells pages: the device has the app's newest release, which has these code files. */
export type FromWorker = { type: 'release'; files: string[] };
