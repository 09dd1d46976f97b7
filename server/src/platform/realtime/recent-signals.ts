import type { Topic } from '@lapau/contract/signals';
import type { Envelope } from '../signals/bus.ts';
import { encode } from './messages.ts';

/** The last signals: a page joins a topic some seconds after it has requested the data it shows. */
type RecentSignals = {
  /** @returns the message that sends it, encoded once for all whom it goes to, now or later */
  add: (envelope: Envelope) => Buffer;
  /** Signals may have been missed: what is older than now is not known any more. */
  clear: () => void;
  /**
   * @param ageMs milliseconds, up to now
   * @returns the messages of these topics' signals in their order, of those that say the same the last one; undefined when
   * that period is not known completely
   */
  last: (ageMs: number, topics: ReadonlySet<Topic>) => Buffer[] | undefined;
};

const maxSignals = 2_000;

export function createRecentSignals(): RecentSignals {
  /** By what they say, in the order in which that was last said. */
  const signals = new Map<string, { at: number; topic: Topic; message: Buffer }>();
  let isCompleteFrom = performance.now();

  const dropHalf = () => {
    for (const [text, { at }] of signals) {
      if (signals.size <= maxSignals / 2) return;
      signals.delete(text);
      isCompleteFrom = at;
    }
  };

  return {
    add: ({ topic, signal }) => {
      const message = encode({ type: 'signal', topic, signal });
      const text = message.toString();
      signals.delete(text);
      signals.set(text, { at: performance.now(), topic, message });
      if (signals.size > maxSignals) dropHalf();
      return message;
    },
    clear: () => {
      signals.clear();
      isCompleteFrom = performance.now();
    },
    last: (ageMs, topics) => {
      const since = performance.now() - ageMs;
      if (since <= isCompleteFrom) return undefined;
      return [...signals.values()]
        .filter(({ at, topic }) => at >= since && topics.has(topic))
        .map(({ message }) => message);
    },
  };
}
