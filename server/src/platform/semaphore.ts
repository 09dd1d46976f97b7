import { AppError } from './app-error.ts';

type Limits = {
  /** How many pieces of work run at the same time. */
  atOnce: number;
  /** How many may wait, and each for how long at most. */
  waiting: number;
  waitMs: number;
  /** The same bounds for one key; without them only the common bounds hold. */
  perKey?: { atOnce?: number; waiting?: number };
};

/**
 * Runs the work when a slot is free for its key, and answers what it answers.
 * @param signal of somebody who may leave: a waiter that leaves frees its place; work that has begun goes on
 * @throws AppError not_ready when too many wait or the wait is over, malformed_request when the caller has left
 */
export type Semaphore = <Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

type Waiter = { start: () => void; refuse: (failure: AppError) => void };
type Queue = { running: number; waiters: Set<Waiter> };

const isIdle = ({ running, waiters }: Queue): boolean => running === 0 && waiters.size === 0;

/**
 * A bounded semaphore that is fair between keys (a member, an address): a free slot goes to the key with the least work
 * running, among equals round-robin, within a key first come, first served. A newcomer to a full queue takes the place of
 * the last waiter of the key with the most (longest queue drop), so that no key fills it alone.
 */
export function createSemaphore({ atOnce, waiting, waitMs, perKey = {} }: Limits): Semaphore {
  const atOncePerKey = perKey.atOnce ?? atOnce;
  const waitingPerKey = perKey.waiting ?? waiting;
  // in the order in which the keys last gave a slot back
  const queues = new Map<string, Queue>();
  let runningInAll = 0;
  let waitingInAll = 0;

  const take = (key: string, queue: Queue) => {
    runningInAll += 1;
    queue.running += 1;
    queues.set(key, queue);
  };

  const release = (key: string, queue: Queue) => {
    runningInAll -= 1;
    queue.running -= 1;
    queues.delete(key);
    if (!isIdle(queue)) queues.set(key, queue);
    startNext();
  };

  const startNext = () => {
    let next: [string, Queue] | undefined;
    for (const [key, queue] of queues) {
      if (queue.waiters.size === 0 || queue.running >= atOncePerKey) continue;
      if (!next || queue.running < next[1].running) next = [key, queue];
    }
    if (!next) return;
    const [waiter] = next[1].waiters;
    take(...next);
    waiter?.start();
  };

  const makePlace = (queue: Queue) => {
    let longest = queue;
    for (const other of queues.values()) if (other.waiters.size > longest.waiters.size) longest = other;
    if (longest.waiters.size <= queue.waiters.size + 1) throw new AppError('not_ready');
    [...longest.waiters].at(-1)?.refuse(new AppError('not_ready'));
  };

  const wait = (key: string, queue: Queue, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waitingInAll -= 1;
        queue.waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        start: () => {
          leave();
          resolve();
        },
        refuse: (failure) => {
          leave();
          if (isIdle(queue)) queues.delete(key);
          reject(failure);
        },
      };
      const abort = () => waiter.refuse(new AppError('malformed_request'));
      const timer = setTimeout(() => waiter.refuse(new AppError('not_ready')), waitMs);
      signal?.addEventListener('abort', abort);
      waitingInAll += 1;
      queue.waiters.add(waiter);
      queues.set(key, queue);
    });

  return async (key, work, signal) => {
    if (signal?.aborted) throw new AppError('malformed_request');
    const queue = queues.get(key) ?? { running: 0, waiters: new Set() };
    if (runningInAll < atOnce && queue.running < atOncePerKey) {
      take(key, queue);
    } else {
      if (queue.waiters.size >= waitingPerKey) throw new AppError('not_ready');
      if (waitingInAll >= waiting) makePlace(queue);
      await wait(key, queue, signal);
    }
    try {
      return await work();
    } finally {
      release(key, queue);
    }
  };
}
