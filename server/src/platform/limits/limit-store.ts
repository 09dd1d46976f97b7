import { LRUCache } from 'lru-cache';
import { atMost } from '../process/lru.ts';

/** So many points at once for each key. They come back evenly, all of them within the window. */
export type Rate = { points: number; windowMs: number };

/** Takes points of a key. @returns 0, or in how many milliseconds there are enough: then none are taken */
type TakePoints<Answer> = (key: string, points: number) => Answer;
/** From whom it is least sure that they are the subject's owner to whom it is surest. */
type Rank = 0 | 1 | 2;
const ranks = [0, 1, 2] as const;
export const topRank = 2;
/**
 * Takes one of what there is for a subject, such as a mailbox.
 * @param use what it is taken for, if that may ask again: it has the one that it took within the window
 * @returns whether there was one for this requester
 */
type TakeShare<Answer> = (subject: string, requester: string, rank: Rank, use?: string) => Answer;

/**
 * Where the counts of limits are. Another one, which several processes share, takes the place of `inMemory`; `name` tells its
 * keys of one limit from those of another.
 */
export type LimitStore = {
  points: (name: string, rate: Rate) => TakePoints<number | Promise<number>>;
  shares: (name: string, rate: Rate) => TakeShare<boolean | Promise<boolean>>;
};

/** Each limit remembers so many keys; beyond them the least recently used are forgotten. */
const maxKeys = 20_000;
/** More, as who asks for mails to so many other mailboxes may ask for more to the first. */
const maxSubjects = 100_000;

/** Counts of this process, bounded by the number of keys, in time that nobody sets. */
export const inMemory = {
  /** Token buckets. A bucket is the time at which it is full again (GCRA, ATM Forum TM 4.1 section 4.4.2). */
  points: (_name: string, { points, windowMs }: Rate): TakePoints<number> => {
    const pointMs = windowMs / points;
    const fullAt = new LRUCache<string, number>(atMost(maxKeys));
    return (key, taken) => {
      const now = performance.now();
      const then = Math.max(fullAt.get(key) ?? 0, now) + taken * pointMs;
      // a fraction of a millisecond is what the arithmetic is off by
      const waitMs = Math.floor(then - now - windowMs);
      if (waitMs > 0) return waitMs;
      fullAt.set(key, then);
      return 0;
    };
  },
  /**
   * There are `points` of a subject within the window. A requester gets at most half of them, and each rank leaves one for each
   * rank above it: however many ask, the last is for the highest.
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
