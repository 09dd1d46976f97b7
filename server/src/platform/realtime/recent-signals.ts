import type { Topic } from '@lapau/contract/signals';
import type { Envelope } from '../signals/bus.ts';
import { encode } from './messages.ts';

/** Remembers the last signals, because a page joins a topic some seconds after it has requested the data it shows. */
type RecentSignals = {
  /** Adds a signal. @returns its message, encoded once for all pages that get it, now or later */
  add: (envelope: Envelope) => Buffer;
  /** Forgets everything, because signals may have been missed. */
  clear: () => void;
  /**
   * @param ageMs milliseconds, up to now
   * @returns the messages of these topics' signals in order, only the last one of equal ones; undefined when the period is not known
   *   completely
   */
  last: (ageMs: number, topics: ReadonlySet<Topic>) => Buffer[] | undefined;
};

const maxSignals = 2_000;

export function createRecentSignals(): RecentSignals {
  /** The signals by their text, in the order in which each was last sent. */
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
