import { AppError } from '../errors/app-error.ts';
import type { StoredLimits } from './stored-limits.ts';

const pauseSeconds = 60;

/** How much somebody has written to a person, or under a post, since anybody else wrote there, and how long ago they last did. */
export type Unanswered = { unanswered: number; seconds_ago: number };

/** The limits of writing to others, for somebody whose request came from these addresses (addressGroupOf). */
export type WritingLimits = { free: number; stored: StoredLimits; addressGroup: string };

/**
 * Keeps people from flooding somebody who does not answer: after the first `free` times they may write once a minute.
 * @throws AppError too_many_unanswered
 */
export function refuseUnanswered({ unanswered, seconds_ago }: Unanswered, free: number): void {
  const retryAfterSeconds = Math.ceil(pauseSeconds - seconds_ago);
  if (unanswered >= free && retryAfterSeconds > 0) {
    throw new AppError('too_many_unanswered', undefined, { retryAfterSeconds });
  }
}
