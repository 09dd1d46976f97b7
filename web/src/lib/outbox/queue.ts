import type { ApiError } from '../calls/api-error.ts';
import type { AnyKind } from './kind.ts';
import type { Made, StoredRequest, StoredResponse } from './request.ts';

/** A change that waits to be sent. */
export type OutboxEntry = Made & {
  id: string;
  kind: string;
  /** What is changed: changes of one kind and subject are sent one after another. */
  subject: string;
  change: unknown;
  /** Its request was made, or an older one's that it replaces: something of it may have arrived. */
  isTried?: boolean;
  /** The device has not stored it: it lives as long as this page. */
  isUnkept?: true | undefined;
  /** Its queue waits until the person has decided about it. */
  held?: Held;
  /** Its call, for the service worker. */
  request?: StoredRequest;
  /** The service worker has sent it, and was answered. */
  response?: StoredResponse;
};

/** Why a change is held: the server has refused it, it is so old that the person may not want it any more, or they have stopped it. */
export type Held =
  | {
      because: 'refused';
      code: ApiError['code'];
      reason: string;
      details?: Record<string, string>;
      /** It was set aside for the list of what could not be sent, and holds up nothing. */
      isAside?: true;
    }
  | { because: 'old' }
  | { because: 'stopped' };

/** Whether an entry only stays for the list of what could not be sent: those behind it are sent. */
export const isAside = ({ held }: OutboxEntry): boolean => held?.because === 'refused' && held.isAside === true;

export type Entries = readonly OutboxEntry[];

/** The name of an entry's queue. */
export const queueOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`;

/** Why an entry is not sent until the person has decided: of a kind that holds, the head of its queue speaks for those behind it. */
export const heldOf = (entry: OutboxEntry, entries: Entries, kind: AnyKind | undefined): Held | undefined =>
  ((kind?.holds && entries.find((other) => queueOf(other) === queueOf(entry))) || entry).held;

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
