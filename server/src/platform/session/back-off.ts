import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../semaphore.ts';
import type { Semaphore } from '../semaphore.ts';

type Options = {
  /** Wrong attempts at an account that are not delayed. */
  undelayedAttempts?: number;
  /** By how much each further wrong attempt lengthens the delay. */
  stepMs?: number;
  maxDelayMs?: number;
  /** How long after the last attempt an account's count is dropped. */
  resetMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
};

/**
 * Runs an attempt at an account's password, delayed if many before it were wrong.
 * @param address of the client; delayed attempts are run round robin by address
 * @returns whether the password was right
 * @throws AppError not_ready when too many attempts at this account wait
 */
type BackOff = (account: string, address: string, attempt: () => Promise<boolean>) => Promise<boolean>;

type Attempts = { wrong: number; semaphore: Semaphore };

const maxAccounts = 20_000;

/**
 * Delays password attempts by account, and never locks an account (D64): guesses from many addresses run one at a time,
 * each after a longer delay. The right password is accepted as soon as its attempt runs. Counts are per process.
 */
export function createBackOff({
  undelayedAttempts = 20,
  stepMs = 250,
  maxDelayMs = 5_000,
  resetMs = 15 * 60_000,
  sleep = delay,
}: Options = {}): BackOff {
  const accounts = new LRUCache<string, Attempts>({ max: maxAccounts, ttl: resetMs, updateAgeOnGet: true });

  const attemptsAt = (account: string): Attempts => {
    const known = accounts.get(account);
    if (known) return known;
    const attempts = { wrong: 0, semaphore: createSemaphore({ concurrency: 1, maxQueued: 50, waitMs: 60_000 }) };
    accounts.set(account, attempts);
    return attempts;
  };

  return async (account, address, attempt) => {
    const attempts = attemptsAt(account);
    // counted before the result is known: simultaneous attempts count as well
    attempts.wrong += 1;
    const delayMs = Math.min(maxDelayMs, stepMs * (attempts.wrong - undelayedAttempts));
    let isRight = false;
    try {
      isRight =
        delayMs <= 0
          ? await attempt()
          : await attempts.semaphore(address, async () => {
              await sleep(delayMs);
              return attempt();
            });
      return isRight;
    } finally {
      if (isRight) attempts.wrong -= 1;
    }
  };
}
