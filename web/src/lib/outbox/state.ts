import type { Entries } from './queue.ts';

export type OutboxState = {
  /** What has no answer yet, in the order in which it was made. */
  entries: Entries;
  /** Queues whose last attempt got no answer, or gets none for seconds: null, or why the server takes it only later. */
  stuck: ReadonlyMap<string, string | null>;
};

export const nothingWaits: OutboxState = { entries: [], stuck: new Map() };
