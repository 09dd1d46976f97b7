import type { ErrorCode } from '@lapau/contract/errors';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';
import { atMost } from '../cache.ts';

/** Takes units out of a key's bucket. @returns 0, or how many seconds until there are enough: then none are taken */
export type TokenBucket = (key: string, units?: number) => number;

const maxKeys = 20_000;

/**
 * Token buckets, one a key: a burst at once, then a steady rate. A bucket is the time at which it is full again (GCRA, ATM
 * Forum TM 4.1 section 4.4.2).
 */
export function createTokenBucket({ burst, perMinute }: { burst: number; perMinute: number }): TokenBucket {
  const unitMs = 60_000 / perMinute;
  const fullAt = new LRUCache<string, number>(atMost(maxKeys));
  return (key, units = 1) => {
    const now = performance.now();
    const then = Math.max(fullAt.get(key) ?? 0, now) + units * unitMs;
    const waitMs = then - now - burst * unitMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    fullAt.set(key, then);
    return 0;
  };
}

/** @throws AppError with Retry-After when the bucket has too little */
export function takeFrom(bucket: TokenBucket, key: string, units?: number, code: ErrorCode = 'rate_limited'): void {
  const retryAfterSeconds = bucket(key, units);
  if (retryAfterSeconds > 0) throw new AppError(code, undefined, { retryAfterSeconds });
}
