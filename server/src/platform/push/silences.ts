import { LRUCache } from 'lru-cache';

/** The people whose pushes had no answer since the last pause, the number of pauses, and the time at which the last one ends. */
type Silence = { people: Set<string>; pauses: number; until: number };

type Options = {
  /** How many people in a row have to have no answer before a device or host is left alone. */
  people: number;
  /** How long the first pause is; each further one is twice as long, up to `longestPauseMs`. */
  firstPauseMs: number;
  /** How many devices or hosts are remembered. */
  max: number;
};

/** The longest pause, and so the longest time until a device or host is noticed that answers again. */
const longestPauseMs = 10 * 60_000;

/** Remembers which devices or hosts have not answered, and how long each is left alone for that. The first answer ends it. */
export function createSilences({ people, firstPauseMs, max }: Options) {
  const silences = new LRUCache<string, Silence>({ max });
  return {
    pauseLeftMs: (key: string): number => Math.max(0, (silences.get(key)?.until ?? 0) - performance.now()),
    /** Notes that there was no answer. @returns whether the first pause since the last answer begins by this */
    hasNotAnswered: (key: string, person: string): boolean => {
      const silence = silences.get(key) ?? { people: new Set(), pauses: 0, until: 0 };
      silences.set(key, silence);
      // A push that was under way when the pause began says nothing more.
      if (silence.until > performance.now()) return false;
      silence.people.add(person);
      if (silence.people.size < people) return false;
      silence.people.clear();
      silence.until = performance.now() + Math.min(firstPauseMs * 2 ** silence.pauses, longestPauseMs);
      silence.pauses += 1;
      return silence.pauses === 1;
    },
    /** Notes an answer. @returns whether there were pauses before it */
    hasAnswered: (key: string): boolean => {
      const pauses = silences.get(key)?.pauses ?? 0;
      silences.delete(key);
      return pauses > 0;
    },
  };
}
