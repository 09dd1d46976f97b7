import { setTimeout as delay } from 'node:timers/promises';
import { createSemaphore } from '../semaphore.ts';
import type { Semaphore } from '../semaphore.ts';

type Options = {
  /** Wrong attempts at an account before the next ones wait. */
  free?: number;
  /** By how much each further wrong attempt lengthens the wait, and the longest wait. */
  stepMs?: number;
  mostMs?: number;
  /** How long after the last wrong attempt an account's count is forgotten. */
  forgetMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
};

/**
 * Makes an attempt at an account's password, later if many were wrong, and answers whether it was right.
 * @param address of the attempt; addresses take turns
 * @throws AppError not_ready when too many attempts at this account wait
 */
export type BackOff = (account: string, address: string, attempt: () => Promise<boolean>) => Promise<boolean>;

type Attempts = { wrong: number; forgetAt: number; turns: Semaphore };

const mostAccounts = 20_000;

/**
 * A slow back-off for each account, never a lock (D64): who guesses from many addresses gets one guess at a time, with a
 * growing wait before it; the right password gets in at its address's turn. Counts are this process's.
 */
export function createBackOff({
  free = 20,
  stepMs = 250,
  mostMs = 5_000,
  forgetMs = 15 * 60_000,
  sleep = delay,
}: Options = {}): BackOff {
  const accounts = new Map<string, Attempts>();

  const attemptsAt = (account: string): Attempts => {
    const now = Date.now();
    const known = accounts.get(account);
    const attempts =
      known && known.forgetAt > now
        ? known
        : { wrong: 0, forgetAt: 0, turns: createSemaphore({ atOnce: 1, waiting: 50, waitMs: 60_000 }) };
    attempts.forgetAt = now + forgetMs;
    // the account tried longest ago goes first
    accounts.delete(account);
    accounts.set(account, attempts);
    const oldest = accounts.size > mostAccounts ? accounts.keys().next().value : undefined;
    if (oldest !== undefined) accounts.delete(oldest);
    return attempts;
  };

  return async (account, address, attempt) => {
    const attempts = attemptsAt(account);
    // counted before its result is known, so that many at once are counted too
    attempts.wrong += 1;
    const waitMs = Math.min(mostMs, stepMs * (attempts.wrong - free));
    let isRight = false;
    try {
      isRight =
        waitMs <= 0
          ? await attempt()
          : await attempts.turns(address, async () => {
              await sleep(waitMs);
              return attempt();
            });
      return isRight;
    } finally {
      if (isRight) attempts.wrong -= 1;
    }
  };
}
