/** What pages tell the worker. */
export type ToWorker =
  /**
   * The app is at rest. `account` is who is signed in, or null; `files` are paths of what this page has loaded, which the
   * browser's own cache still has: code, and photos that the account may see again without a network.
   */
  | { type: 'keep'; account: string | null; files: string[] }
  /** Nobody is signed in any more: nothing of that account may stay. */
  | { type: 'forget' };

/** What the worker tells pages: the device has the app's newest release, which has these code files. */
export type FromWorker = { type: 'release'; files: string[] };
