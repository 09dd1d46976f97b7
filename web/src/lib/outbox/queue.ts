import type { ApiError } from '../calls/api-error.ts';
import type { AnyKind } from './kind.ts';
import type { Made, StoredRequest, StoredResponse } from './request.ts';

/** A change that waits to be sent. */
export type OutboxEntry = Made & {
  id: string;
  kind: string;
  /** The changed thing: changes of one kind and subject are sent one after another. */
  subject: string;
  change: unknown;
  /**
   * Whether the change is sent even when it is taken back: a request was made for it, or for an older one that it replaces, and some of
   * it may have arrived; or it replaces one without taking that back.
   */
  isTried?: boolean;
  /** Whether the device has not stored the change, which then lives as long as this page. */
  isUnkept?: true | undefined;
  /** The reason why its queue waits until the person has decided about it. */
  held?: Held;
  /** The call of the change, for the service worker. */
  request?: StoredRequest | undefined;
  /** The answer to the service worker, which has sent the change. */
  response?: StoredResponse;
};

/** Why a change is held: the server has refused it, it is so old that the person may not want it any more, or they have stopped it. */
export type Held =
  | {
      because: 'refused';
      code: ApiError['code'];
      reason: string;
      details?: Record<string, string>;
      /** Whether it was set aside for the list of lost changes, and holds up nothing. */
      isAside?: true;
    }
  | { because: 'old' }
  | { because: 'stopped' };

/** Whether an entry stays only for the list of lost changes: the entries behind it are sent. */
export const isAside = ({ held }: OutboxEntry): boolean => held?.because === 'refused' && held.isAside === true;

export type Entries = readonly OutboxEntry[];

/** The name of an entry's queue. */
export const queueOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`;

/** The reason why an entry waits for the person to decide; in a kind with `holds` the head of a queue decides for those behind it. */
export const heldOf = (entry: OutboxEntry, entries: Entries, kind: AnyKind | undefined): Held | undefined =>
  ((kind?.holds && entries.find((other) => queueOf(other) === queueOf(entry))) || entry).held;

/**
 * Adds a new entry at the end. It may replace older ones of its queue, or parts of them, or take back one that was never tried: then
 * neither is left.
 */
export function withNew(
  entries: Entries,
  added: OutboxEntry,
  { supersede, cancels }: Pick<AnyKind, 'supersede' | 'cancels'>,
): Entries {
  const queue = queueOf(added);
  let isTried = false;
  let isNothing = false;
  const older = entries.flatMap((entry) => {
    if (!supersede || queueOf(entry) !== queue) return entry;
    const remaining = supersede(entry.change, added.change);
    if (remaining !== null) return { ...entry, change: remaining };
    const isTakenBack = cancels?.(entry.change, added.change);
    isNothing ||= isTakenBack === true;
    // Taking back a change that has replaced another would not bring that one back.
    isTried ||= entry.isTried === true || isTakenBack === false;
    return [];
  });
  if (isNothing && !isTried) return older;
  return [...older, isTried ? { ...added, isTried } : added];
}
