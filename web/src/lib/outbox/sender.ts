import type { Attempt } from './attempt.ts';
import type { OutboxEntry } from './queue.ts';

type SenderOptions = {
  /** Runs a task while no other tab runs one for the same queue. */
  lock: (queue: string, task: () => Promise<void>) => Promise<void>;
  /** The first entry of a queue; undefined when there is none that may be sent. */
  next: (queue: string) => Promise<OutboxEntry | undefined>;
  attempt: (entry: OutboxEntry) => Promise<Attempt>;
  /** Stores what an attempt has changed. */
  store: (entry: OutboxEntry, attempt: Attempt, startedAt: number) => Promise<void>;
  /** Notes that a queue gets no answer (null, or why the server takes it only later), or that it does again (undefined). */
  setStuck: (queue: string, why: string | null | undefined) => void;
  closing: AbortSignal;
};

export type Sender = {
  /** Sends the changes of a queue now. */
  send: (queue: string) => Promise<void>;
  /** Sends a queue after the pause that its failures make. */
  sendLater: (queue: string) => void;
};

const maxDelayMs = 60_000;

/**
 * Sends queues, each in its order and one request at a time. It tries again after 1, 2, 4 … 60 s when there is no answer, or at the time
 * at which the server has said that it takes the change.
 */
export function createSender({ lock, next, attempt, store, setStuck, closing }: SenderOptions): Sender {
  /** Queues that are being sent; true when there may be something new for them. */
  const sending = new Map<string, boolean>();
  const failures = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  closing.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer);
  });

  function sendLater(queue: string, leastMs = 0): void {
    if (closing.aborted || timers.has(queue)) return;
    const delayMs = Math.max(Math.min(1000 * 2 ** (failures.get(queue) ?? 0), maxDelayMs), leastMs);
    timers.set(
      queue,
      setTimeout(() => void send(queue), delayMs),
    );
  }

  /** Sends a queue until it is empty, a change is held or an attempt gets no answer. */
  async function sendInOrder(queue: string): Promise<void> {
    for (let entry = await next(queue); entry && !closing.aborted; entry = await next(queue)) {
      const startedAt = Date.now();
      const result = await attempt(entry);
      await store(entry, result, startedAt);
      setStuck(queue, result.isAnswered ? undefined : (result.later?.text ?? null));
      if (!result.isAnswered) {
        sendLater(queue, result.later?.afterMs);
        failures.set(queue, (failures.get(queue) ?? 0) + 1);
        return;
      }
      failures.delete(queue);
    }
  }

  async function send(queue: string): Promise<void> {
    clearTimeout(timers.get(queue));
    timers.delete(queue);
    const isSending = sending.has(queue);
    sending.set(queue, isSending);
    if (isSending) return;
    do {
      sending.set(queue, false);
      await lock(queue, () => sendInOrder(queue));
    } while (sending.get(queue) && !closing.aborted);
    sending.delete(queue);
  }

  return { send, sendLater };
}
