import { LRUCache } from 'lru-cache';
import { atMost } from './cache.ts';

/** Takes one of what there is for a subject, such as a mailbox, in a time. @returns whether there was one for this requester */
export type FairLimit = (subject: string, requester: string) => boolean;

type Options = {
  windowMs: number;
  /**
   * A requester who has taken this many gets another one while all together have taken fewer than the result. It falls, so that
   * whoever has taken little comes before whoever has taken much.
   */
  totalFor: (taken: number) => number;
};

const maxSubjects = 20_000;

/** A limit that no requester uses up for the others. Counts are per process. */
export function createFairLimit({ windowMs, totalFor }: Options): FairLimit {
  const takenBySubject = new LRUCache<string, { requester: string; at: number }[]>(atMost(maxSubjects));
  return (subject, requester) => {
    const now = performance.now();
    const recent = (takenBySubject.get(subject) ?? []).filter(({ at }) => at > now - windowMs);
    const own = recent.filter((one) => one.requester === requester).length;
    const isAllowed = recent.length < totalFor(own);
    if (isAllowed) recent.push({ requester, at: now });
    takenBySubject.set(subject, recent);
    return isAllowed;
  };
}
