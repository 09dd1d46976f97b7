import { LRUCache } from 'lru-cache';

/** Whose pushes had no answer since the last pause began, how many pauses there were, and until when the last one is. */
type Silence = { people: Set<string>; pauses: number; until: number };

type Options = {
  /** Without answers to so many people in a row something is left alone. */
  people: number;
  /** For how long the first time; each further time twice as long, up to `longestPauseMs`. */
  firstPauseMs: number;
  /** How many are remembered. */
  max: number;
};

/** Also the time after which something that answers again is noticed at the latest. */
const longestPauseMs = 10 * 60_000;

/** What has not answered, and for how long it is left alone for that; the first answer ends it. */
export function createSilences({ people, firstPauseMs, max }: Options) {
  const silences = new LRUCache<string, Silence>({ max });
  return {
    pauseLeftMs: (key: string): number => Math.max(0, (silences.get(key)?.until ?? 0) - performance.now()),
    /** @returns whether it is left alone from now on, for the first time since its last answer */
    hasNotAnswered: (key: string, person: string): boolean => {
      const silence = silences.get(key) ?? { people: new Set(), pauses: 0, until: 0 };
      silences.set(key, silence);
      // what was under way when the pause began says nothing more
      if (silence.until > performance.now()) return false;
      silence.people.add(person);
      if (silence.people.size < people) return false;
      silence.people.clear();
      silence.until = performance.now() + Math.min(firstPauseMs * 2 ** silence.pauses, longestPauseMs);
      silence.pauses += 1;
      return silence.pauses === 1;
    },
    /** @returns whether it was left alone */
    hasAnswered: (key: string): boolean => {
      const pauses = silences.get(key)?.pauses ?? 0;
      silences.delete(key);
      return pauses > 0;
    },
  };
}
