/** A stream of numbers in [0, 1) that is the same for the same seed on every machine (FNV-1a into mulberry32). */
export type Random = {
  next: () => number;
  /** A number in [low, high). */
  between: (low: number, high: number) => number;
  /** An element of the list. */
  pick: <T>(list: readonly T[]) => T;
  /** Around zero, mostly within ±spread. */
  near: (spread: number) => number;
};

export function seededRandom(seed: string): Random {
  let state = 2166136261;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 16777619);
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    near: (spread) => (next() + next() + next() - 1.5) * (spread / 1.5),
  };
}
