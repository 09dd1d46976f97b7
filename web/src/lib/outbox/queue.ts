import type { ApiError } from '../api-error.ts';
import type { AnyKind } from './kind.ts';
import { storedRequest } from './request.ts';
import type { StoredRequest, StoredResponse } from './request.ts';

/** A change that waits to be sent. */
export type OutboxEntry = {
  id: string;
  kind: string;
  /** What is changed: changes of one kind and subject are sent one after another. */
  subject: string;
  change: unknown;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  /** Its request was made, or an older one's that it replaces: something of it may have arrived. */
  isTried?: boolean;
  /** Its queue waits until the person has decided about it. */
  held?: Held;
  /** Its call, for the service worker. */
  request?: StoredRequest;
  /** The service worker has sent it, and was answered. */
  response?: StoredResponse;
};

/** Why a change is held: the server has refused it, it is so old that the person may not want it any more, or they have stopped it. */
export type Held =
  | { because: 'refused'; code: ApiError['code']; reason: string; details?: Record<string, string> }
  | { because: 'old' }
  | { because: 'stopped' };

export type Entries = readonly OutboxEntry[];

/** Older changes are dropped: the server takes none (contract/src/text.ts, ageMs). Those of kinds that hold them stay. */
const maxAgeMs = 30 * 86_400_000;

/** The name of an entry's queue. */
export const queueOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`;

export const isTooOld = ({ at }: OutboxEntry, kind: AnyKind | undefined): boolean =>
  at <= Date.now() - maxAgeMs && !kind?.holds;

/**
 * The entries with a new one at their end, which may replace older ones of its queue or parts of them, or take back one that was
 * never tried: then neither is left.
 */
export function withNew(entries: Entries, added: OutboxEntry, { supersede, cancels }: AnyKind): Entries {
  const queue = queueOf(added);
  let isTried = false;
  let isNothing = false;
  const older = entries.flatMap((entry) => {
    if (!supersede || queueOf(entry) !== queue) return entry;
    const remaining = supersede(entry.change, added.change);
    if (remaining !== null) return { ...entry, change: remaining };
    isTried ||= entry.isTried === true;
    isNothing ||= cancels?.(entry.change, added.change) === true;
    return [];
  });
  if (isNothing && !isTried) return older;
  return [...older, isTried ? { ...added, isTried } : added];
}

/** An entry with its call, as the service worker reads it. */
export function withRequest(entry: OutboxEntry, kind: AnyKind | undefined): OutboxEntry {
  if (!kind || !('request' in kind)) return entry;
  return { ...entry, request: storedRequest(kind.request(entry.change), kind.holds?.afterMs ?? maxAgeMs) };
}

/** The entries with one whose request is about to be made. */
export const markTried = (entries: Entries, id: string): Entries =>
  entries.map((entry) => (entry.id === id ? { ...entry, isTried: true } : entry));

/** Returns what becomes of an entry; null removes it. */
export type Edit = (entry: OutboxEntry) => OutboxEntry | null;

export const edited = (entries: Entries, ids: readonly string[], edit: Edit): Entries =>
  entries.flatMap((entry) => (ids.includes(entry.id) ? (edit(entry) ?? []) : entry));

/**
 * The entries after an attempt to send one of them. The server dates a change by its age, back from its arrival. One that was
 * made during the attempt counts from its end: dated before the arrival of the one it follows, it would be dropped as the older.
 */
export function afterAttempt(
  entries: Entries,
  tried: OutboxEntry,
  { isAnswered, held, response }: { isAnswered: boolean; held?: Held; response?: StoredResponse },
  startedAt: number,
): Entries {
  const endedAt = Date.now();
  return entries.flatMap((entry) => {
    if (entry.id === tried.id) {
      const { response: _answered, ...unanswered } = entry;
      if (held) return { ...unanswered, held };
      if (response) return { ...unanswered, response };
      return isAnswered ? [] : entry;
    }
    const isMadeMeanwhile = queueOf(entry) === queueOf(tried) && entry.at >= startedAt;
    return isMadeMeanwhile ? { ...entry, at: endedAt } : entry;
  });
}
