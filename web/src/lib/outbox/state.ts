import { onlineManager } from '@tanstack/react-query';
import { unkeptSentence } from '../device/unkept.ts';
import { queueOf } from './queue.ts';
import type { Entries } from './queue.ts';

export type OutboxState = {
  /** What has no answer yet, in the order in which it was made. */
  entries: Entries;
  /** Queues whose last attempt got no answer, or gets none for seconds: null, or why the server takes it only later. */
  stuck: ReadonlyMap<string, string | null>;
};

export const nothingWaits: OutboxState = { entries: [], stuck: new Map() };

/**
 * Why a queue gets no answer: null for the signal, or a text where its changes are not stored, or the server takes them only later;
 * undefined when nothing in it is known to wait.
 */
export function whyStuck({ entries, stuck }: OutboxState, queue: string): string | null | undefined {
  const why = stuck.get(queue);
  const isUnkept = why !== undefined && entries.some((entry) => entry.isUnkept && queueOf(entry) === queue);
  if (isUnkept) return unkeptSentence();
  // What the server said does not count while the phone has no network: it could not be asked again.
  return why !== undefined && !onlineManager.isOnline() ? null : why;
}
