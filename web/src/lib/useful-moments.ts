/** Something after which push is of use: a message has arrived, to which an answer may come, or a dish is posted. */
export type UsefulMoment = 'message' | 'dish';

const listeners = new Set<(moment: UsefulMoment) => void>();

/** Tells that one has come. */
export function noteMoment(moment: UsefulMoment): void {
  for (const listener of listeners) listener(moment);
}

/** @returns stops that */
export function subscribeToMoments(listener: (moment: UsefulMoment) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
