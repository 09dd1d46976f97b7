import type { ApiError } from '../calls/api-error.ts';
import type { Entries } from './queue.ts';

/** How a change left this page's outbox. */
export type Outcome<Answer> =
  | { type: 'sent'; answer: Answer }
  /** The server has refused it, and its kind has given back what was typed. */
  | { type: 'refused' }
  /** The server has refused it while its form waited, which has what was typed and says why. */
  | { type: 'returned'; error: ApiError }
  /** Its form does not wait any more. */
  | { type: 'left' }
  /** A newer change took its place. */
  | { type: 'superseded' }
  /** The person has removed it, or it was too old to be sent. */
  | { type: 'removed' }
  /** Another tab has sent or removed it. */
  | { type: 'elsewhere' }
  /** The person has signed out; the change stays on the device. */
  | { type: 'closed' };

export type Outcomes = {
  /** The outcome of a change that is about to be stored. */
  of: (id: string) => Promise<Outcome<unknown>>;
  /** Says why a change is about to leave. */
  note: (id: string, outcome: Outcome<unknown>) => void;
  /** Settles a change without waiting for the storage: its form could be left meanwhile, and nobody would get the outcome. */
  end: (id: string, outcome: Outcome<unknown>) => void;
  /** Settles the changes that are not stored any more. */
  settle: (stored: Entries) => void;
  /** Settles all others. */
  close: () => void;
};

/** The promises of the changes that were submitted on this page. Each is kept for as long as its change is stored. */
export function createOutcomes(): Outcomes {
  const waiting = new Map<string, { settle: (outcome: Outcome<unknown>) => void; noted?: Outcome<unknown> }>();
  return {
    of: (id) => new Promise((settle) => waiting.set(id, { settle })),
    note: (id, noted) => {
      const waiter = waiting.get(id);
      if (waiter) waiter.noted = noted;
    },
    end: (id, outcome) => {
      waiting.get(id)?.settle(outcome);
      waiting.delete(id);
    },
    settle: (stored) => {
      const kept = new Set(stored.map(({ id }) => id));
      for (const [id, { settle, noted }] of waiting) {
        if (kept.has(id)) continue;
        waiting.delete(id);
        settle(noted ?? { type: 'elsewhere' });
      }
    },
    close: () => {
      for (const { settle } of waiting.values()) settle({ type: 'closed' });
      waiting.clear();
    },
  };
}
