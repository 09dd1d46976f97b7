import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { addressOf } from './address.ts';
import { createTokenBucket } from './token-bucket.ts';

/**
 * What costly requests take, in units of about a millisecond of a processor: a search that no index helps, a near search after
 * an empty one, a page with its boot data, the picture of a link preview that has not been made yet.
 */
export const costs = { shortSearch: 10, nearSearch: 5, feedPage: 3, page: 1, previewPicture: 100 };

/**
 * Takes units out of the budgets of a person and of the address: small for a person, larger for an address, which
 * many people may share (D51).
 * @returns 0, or the seconds until there are enough again
 */
export type Budget = (request: FastifyRequest, memberId: string | undefined, units: number) => number;

type Rate = { burst: number; perMinute: number };

export function createBudget(rates: { member: Rate; address: Rate }): Budget {
  const ofMember = createTokenBucket(rates.member);
  const ofAddress = createTokenBucket(rates.address);
  return (request, memberId, units) =>
    (memberId === undefined ? 0 : ofMember(memberId, units)) || ofAddress(addressOf(request), units);
}

/** @throws AppError rate_limited, after setting Retry-After, when the budget has too little left */
export function spend(
  budget: Budget,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  memberId: string | undefined,
  units: number,
): void {
  const waitSeconds = budget(request, memberId, units);
  if (waitSeconds === 0) return;
  reply.header('retry-after', waitSeconds);
  throw new AppError('rate_limited');
}

/** Searches of one or two letters have no trigram: they read every row (migrations/0006_search_text.sql). */
export const isShortSearch = (term: string): boolean => /^.{1,2}$/su.test(term);
