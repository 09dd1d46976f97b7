import { onlineManager } from '@tanstack/react-query';
import { unkeptSentence } from '../device/unkept.ts';
import { queueOf } from './queue.ts';
import type { Entries } from './queue.ts';

export type OutboxState = {
  /** The changes that have no answer yet, in the order in which they were made. */
  entries: Entries;
  /** The queues without an answer to their last attempt, or none for seconds: null, or why the server takes them only later. */
  stuck: ReadonlyMap<string, string | null>;
};

export const nothingWaits: OutboxState = { entries: [], stuck: new Map() };

/**
 * The reason why a queue gets no answer: null for the signal, or a text where its changes are not stored, or the server takes them only
 * later; undefined when nothing in the queue is known to wait.
 */
export function whyStuck({ entries, stuck }: OutboxState, queue: string): string | null | undefined {
  const why = stuck.get(queue);
  const isUnkept = why !== undefined && entries.some((entry) => entry.isUnkept && queueOf(entry) === queue);
  if (isUnkept) return unkeptSentence();
  // Without a network the server's reason does not count, as it could not be asked again.
  return why !== undefined && !onlineManager.isOnline() ? null : why;
}
