import { LRUCache } from 'lru-cache';
import { atMost } from './cache.ts';

/** So many points at once for each key. They come back evenly, all of them within the window. */
export type Rate = { points: number; windowMs: number };

/** Takes points of a key. @returns 0, or in how many milliseconds there are enough: then none are taken */
type TakePoints<Answer> = (key: string, points: number) => Answer;
/** Takes one of what there is for a subject, such as a mailbox. @returns whether there was one for this requester */
type TakeShare<Answer> = (subject: string, requester: string) => Answer;

/**
 * Where the counts of limits are. Another one, which several processes share, takes the place of `inMemory`; `name` tells its
 * keys of one limit from those of another.
 */
export type LimitStore = {
  points: (name: string, rate: Rate) => TakePoints<number | Promise<number>>;
  shares: (name: string, rate: Rate) => TakeShare<boolean | Promise<boolean>>;
};

/** Of each limit; beyond it the least recently used are forgotten. */
const maxKeys = 20_000;

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
   * A requester gets `points` of a subject within the window, and another one only while all together have taken fewer than
   * sixteen times as many, half of that for each one taken, at least twice as many: whoever has taken little comes before
   * whoever has taken much.
   */
  shares: (_name: string, { points, windowMs }: Rate): TakeShare<boolean> => {
    const takenOf = new LRUCache<string, { requester: string; at: number }[]>(atMost(maxKeys));
    return (subject, requester) => {
      const now = performance.now();
      const recent = (takenOf.get(subject) ?? []).filter(({ at }) => at > now - windowMs);
      const own = recent.filter((one) => one.requester === requester).length;
      const isAllowed = own < points && recent.length < points * Math.max(2, 16 / 2 ** own);
      if (isAllowed) recent.push({ requester, at: now });
      takenOf.set(subject, recent);
      return isAllowed;
    };
  },
} satisfies LimitStore;
