import type { Topic } from '@lapau/contract/signals';
import type { Envelope } from './bus.ts';

/** The last signals: a page joins a topic some seconds after it has requested the data it shows. */
type RecentSignals = {
  add: (envelope: Envelope) => void;
  /** Signals may have been missed: what is older than now is not known any more. */
  clear: () => void;
  /**
   * @param ageMs milliseconds, up to now
   * @returns the signals of these topics in their order, or undefined when that period is not known completely
   */
  last: (ageMs: number, topics: ReadonlySet<Topic>) => Envelope[] | undefined;
};

const maxSignals = 2_000;

export function createRecentSignals(): RecentSignals {
  let signals: { at: number; envelope: Envelope }[] = [];
  let isCompleteFrom = performance.now();

  const dropHalf = () => {
    const dropped = signals.splice(0, maxSignals / 2);
    isCompleteFrom = dropped.at(-1)?.at ?? isCompleteFrom;
  };

  return {
    add: (envelope) => {
      signals.push({ at: performance.now(), envelope });
      if (signals.length > maxSignals) dropHalf();
    },
    clear: () => {
      signals = [];
      isCompleteFrom = performance.now();
    },
    last: (ageMs, topics) => {
      const since = performance.now() - ageMs;
      if (since <= isCompleteFrom) return undefined;
      return signals
        .filter(({ at, envelope }) => at >= since && topics.has(envelope.topic))
        .map(({ envelope }) => envelope);
    },
  };
}
