import { LRUCache } from 'lru-cache';
import { atMost } from '../process/lru.ts';

/** How many points each key has at once. They come back evenly, all of them within the window. */
export type Rate = { points: number; windowMs: number };

/** Takes points of a key. @returns 0, or the milliseconds until there are enough; none are taken then */
type TakePoints<Answer> = (key: string, points: number) => Answer;
/** How sure it is that the requester is the subject's owner; 2 is surest. */
type Rank = 0 | 1 | 2;
const ranks = [0, 1, 2] as const;
export const topRank = 2;
/**
 * Takes one share of a subject, such as a mailbox.
 * @param use names what asks, if it may ask again: it keeps the share that it took within the window
 * @returns whether there was a share for this requester
 */
type TakeShare<Answer> = (subject: string, requester: string, rank: Rank, use?: string) => Answer;

/**
 * A store for the counts of limits. Several processes may share one in place of `inMemory`; there `name` tells the keys of one limit
 * from those of another.
 */
export type LimitStore = {
  points: (name: string, rate: Rate) => TakePoints<number | Promise<number>>;
  shares: (name: string, rate: Rate) => TakeShare<boolean | Promise<boolean>>;
};

/** How many keys each limit remembers; beyond them the least recently used are forgotten. */
const maxKeys = 20_000;
/** There are more subjects, because somebody who asks for mails to this many other mailboxes may ask again for the first. */
const maxSubjects = 100_000;

/** Counts of this process, bounded by the number of keys, by a clock that is never set. */
export const inMemory = {
  /** Token buckets. A bucket is the time at which it is full again (GCRA, ATM Forum TM 4.1 section 4.4.2). */
  points: (_name: string, { points, windowMs }: Rate): TakePoints<number> => {
    const pointMs = windowMs / points;
    const fullAt = new LRUCache<string, number>(atMost(maxKeys));
    return (key, taken) => {
      const now = performance.now();
      const then = Math.max(fullAt.get(key) ?? 0, now) + taken * pointMs;
      // A fraction of a millisecond is an error of the arithmetic.
      const waitMs = Math.floor(then - now - windowMs);
      if (waitMs > 0) return waitMs;
      fullAt.set(key, then);
      return 0;
    };
  },
  /**
   * A subject has `points` shares within the window. A requester gets at most half of them, and each rank leaves one for each rank
   * above it, so that the last is for the highest rank, however many ask.
   */
  shares: (_name: string, { points, windowMs }: Rate): TakeShare<boolean> => {
    const takenOf = new LRUCache<string, { requester: string; rank: Rank; use: string | undefined; at: number }[]>(
      atMost(maxSubjects),
    );
    return (subject, requester, rank, use) => {
      const now = performance.now();
      const recent = (takenOf.get(subject) ?? []).filter(({ at }) => at > now - windowMs);
      if (use !== undefined && recent.some((one) => one.requester === requester && one.use === use)) return true;
      const own = recent.filter((one) => one.requester === requester).length;
      const isLeft = (upTo: Rank) => recent.filter((one) => one.rank <= upTo).length < points - (topRank - upTo);
      const isAllowed = own < Math.floor(points / 2) && ranks.every((one) => one < rank || isLeft(one));
      if (isAllowed) takenOf.set(subject, [...recent, { requester, rank, use, at: now }]);
      return isAllowed;
    };
  },
} satisfies LimitStore;
