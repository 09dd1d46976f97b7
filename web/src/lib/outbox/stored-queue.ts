import { protocol } from '@lapau/contract/protocol';
import { phoneDateFault } from '../device/server-time.ts';
import type { AnyKind } from './kind.ts';
import { queueOf } from './queue.ts';
import type { Entries, Held, OutboxEntry } from './queue.ts';
import { ageOf, isAgeUnknown, isSent, madeNow } from './request.ts';
import type { StoredResponse } from './request.ts';

/* These functions change the entries on the device while they are sent. The code is not part of the first load. */

/** The age at which changes are dropped, as the server takes none that are older (contract/src/text.ts, ageMs). */
const maxAgeMs = 30 * 86_400_000;

/** Whether a change is dropped. Held and typed ones stay. With a doubtful clock, changes wait until the server has told the time. */
export const isTooOld = (entry: OutboxEntry, kind: AnyKind | undefined): boolean =>
  ageOf(entry) >= maxAgeMs && !isAgeUnknown(entry) && phoneDateFault() === undefined && !kind?.holds && !kind?.isTyped;

/** An entry with its call, as the service worker reads it. */
export function withRequest(entry: OutboxEntry, kind: AnyKind | undefined): OutboxEntry {
  if (!kind || !('request' in kind)) return entry;
  if (kind.isTakenBack?.(entry.change)) return { ...entry, request: undefined };
  return { ...entry, request: { ...kind.request(entry.change), protocol, maxAgeMs: kind.holds?.afterMs ?? maxAgeMs } };
}

/** The entries with one whose request is about to be made. */
export const markTried = (entries: Entries, id: string): Entries =>
  entries.map((entry) => (entry.id === id ? { ...entry, isTried: true } : entry));

/** Says how an entry changes; null removes it. */
export type Edit = (entry: OutboxEntry) => OutboxEntry | null;

export const edited = (entries: Entries, ids: readonly string[], edit: Edit): Entries =>
  entries.flatMap((entry) => (ids.includes(entry.id) ? (edit(entry) ?? []) : entry));

type Ended = { isAnswered: boolean; hasNotLeft?: boolean; held?: Held; response?: StoredResponse };

/**
 * The entries after an attempt to send one of them. The server dates a change by its age, back from its arrival. A change that was made
 * during the attempt counts from the attempt's end: with an earlier date than the one before it, it would be dropped as the older one.
 */
export function afterAttempt(
  entries: Entries,
  tried: OutboxEntry,
  { isAnswered, hasNotLeft, held, response }: Ended,
  startedAt: number,
): Entries {
  const ended = madeNow();
  return entries.flatMap((entry) => {
    if (entry.id === tried.id) {
      if (held) return { ...entry, held, response: undefined };
      if (response) return { ...entry, response };
      if (isAnswered) return [];
      if (hasNotLeft) return { ...entry, isTried: undefined };
      // The answer to the worker says nothing about the change: the request is made again.
      return isSent(entry.response) ? entry : { ...entry, response: undefined };
    }
    const isMadeMeanwhile = queueOf(entry) === queueOf(tried) && entry.at >= startedAt;
    return isMadeMeanwhile ? { ...entry, ...ended } : entry;
  });
}
