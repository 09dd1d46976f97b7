import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.ts';

type Limits = {
  /** How many pieces of work run at the same time. */
  concurrency: number;
  /** How many may wait, and for how long each. */
  maxQueued: number;
  waitMs: number;
  /** The bounds of one key; without them only the common bounds apply. */
  perKey?: { concurrency?: number; maxQueued?: number };
};

/**
 * Runs the work when a slot is free for its key. Libraries of semaphores know neither keys nor bounds of what waits, without which
 * one client fills the queue for all.
 * @param signal removes the work from the queue; work that has begun continues
 * @returns the work's result
 * @throws AppError not_ready when too many wait or it has waited too long, malformed_request when aborted
 */
export type Semaphore = (<Result>(
  key: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>) & {
  /** How much work waits. */
  waiting: () => number;
};

type Waiter = { start: () => void; refuse: (failure: AppError) => void };
type Queue = { running: number; waiters: Set<Waiter> };

const maxRememberedKeys = 20_000;

const isIdle = ({ running, waiters }: Queue): boolean => running === 0 && waiters.size === 0;

/**
 * A bounded semaphore that is fair between keys (a member, an address): a free slot goes to the key with the least work running, among
 * equals to the one whose last work ended longest ago, within a key first come, first served. A key that comes for the first time is
 * therefore served before all that come again and again. When the queue is full, a new entry replaces the last one of the key with the
 * longest queue (longest queue drop), so that no key fills it alone.
 */
export function createSemaphore({ concurrency, maxQueued, waitMs, perKey = {} }: Limits): Semaphore {
  const concurrencyPerKey = perKey.concurrency ?? concurrency;
  const maxQueuedPerKey = perKey.maxQueued ?? maxQueued;
  const queues = new Map<string, Queue>();
  /** When each key last released a slot, counted in released slots. */
  const releasedAt = new LRUCache<string, number>({ max: maxRememberedKeys });
  let totalReleased = 0;
  let totalRunning = 0;
  let totalWaiting = 0;

  const take = (key: string, queue: Queue) => {
    totalRunning += 1;
    queue.running += 1;
    queues.set(key, queue);
  };

  const release = (key: string, queue: Queue) => {
    totalRunning -= 1;
    queue.running -= 1;
    totalReleased += 1;
    releasedAt.set(key, totalReleased);
    if (isIdle(queue)) queues.delete(key);
    startNext();
  };

  const startNext = () => {
    let next: { key: string; queue: Queue; released: number } | undefined;
    for (const [key, queue] of queues) {
      if (queue.waiters.size === 0 || queue.running >= concurrencyPerKey) continue;
      const released = releasedAt.get(key) ?? 0;
      const more = next ? queue.running - next.queue.running || released - next.released : -1;
      if (more < 0) next = { key, queue, released };
    }
    if (!next) return;
    const [waiter] = next.queue.waiters;
    take(next.key, next.queue);
    waiter?.start();
  };

  const dropLongest = (queue: Queue) => {
    let longest = queue;
    for (const other of queues.values()) if (other.waiters.size > longest.waiters.size) longest = other;
    if (longest.waiters.size <= queue.waiters.size + 1) throw new AppError('not_ready');
    [...longest.waiters].at(-1)?.refuse(new AppError('not_ready'));
  };

  const wait = (key: string, queue: Queue, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const dequeue = () => {
        totalWaiting -= 1;
        queue.waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        start: () => {
          dequeue();
          resolve();
        },
        refuse: (failure) => {
          dequeue();
          if (isIdle(queue)) queues.delete(key);
          reject(failure);
        },
      };
      const abort = () => waiter.refuse(new AppError('malformed_request'));
      const timer = setTimeout(() => waiter.refuse(new AppError('not_ready')), waitMs);
      signal?.addEventListener('abort', abort);
      totalWaiting += 1;
      queue.waiters.add(waiter);
      queues.set(key, queue);
    });

  const run = async <Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    if (signal?.aborted) throw new AppError('malformed_request');
    const queue = queues.get(key) ?? { running: 0, waiters: new Set() };
    if (totalRunning < concurrency && queue.running < concurrencyPerKey) {
      take(key, queue);
    } else {
      if (queue.waiters.size >= maxQueuedPerKey) throw new AppError('not_ready');
      if (totalWaiting >= maxQueued) dropLongest(queue);
      await wait(key, queue, signal);
    }
    try {
      return await work();
    } finally {
      release(key, queue);
    }
  };
  return Object.assign(run, { waiting: () => totalWaiting });
}
