import { setTimeout as delay } from 'node:timers/promises';
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

type Attempts = { wrong: number; resetAt: number; semaphore: Semaphore };

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
  const accounts = new Map<string, Attempts>();

  const attemptsAt = (account: string): Attempts => {
    const now = Date.now();
    const known = accounts.get(account);
    const attempts =
      known && known.resetAt > now
        ? known
        : { wrong: 0, resetAt: 0, semaphore: createSemaphore({ concurrency: 1, maxQueued: 50, waitMs: 60_000 }) };
    attempts.resetAt = now + resetMs;
    // a Map keeps insertion order: the account tried longest ago is dropped first
    accounts.delete(account);
    accounts.set(account, attempts);
    const oldest = accounts.size > maxAccounts ? accounts.keys().next().value : undefined;
    if (oldest !== undefined) accounts.delete(oldest);
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
