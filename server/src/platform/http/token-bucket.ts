import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';

/** Takes units out of a key's bucket. @returns 0, or how many seconds until there are enough: then none are taken */
export type TokenBucket = (key: string, units?: number) => number;

const maxKeys = 20_000;

/**
 * Token buckets, one a key: a burst at once, then a steady rate. A bucket is the time at which it is full again (GCRA, ATM
 * Forum TM 4.1 section 4.4.2).
 */
export function createTokenBucket({ burst, perMinute }: { burst: number; perMinute: number }): TokenBucket {
  const unitMs = 60_000 / perMinute;
  const fullAt = new LRUCache<string, number>({ max: maxKeys });
  return (key, units = 1) => {
    const now = Date.now();
    const then = Math.max(fullAt.get(key) ?? 0, now) + units * unitMs;
    const waitMs = then - now - burst * unitMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    fullAt.set(key, then);
    return 0;
  };
}

/** @throws AppError rate_limited, after setting Retry-After, when the bucket has too little */
export function takeFrom(bucket: TokenBucket, key: string, reply: FastifyReply, units?: number): void {
  const waitSeconds = bucket(key, units);
  if (waitSeconds === 0) return;
  reply.header('retry-after', waitSeconds);
  throw new AppError('rate_limited');
}
