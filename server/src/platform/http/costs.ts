import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Limits } from '../limits/request-limits.ts';
import { plainWords } from '../text/words.ts';
import { addressOf } from './address.ts';

/**
 * The costs of requests, in units of about a millisecond of a processor: a search that no index helps, a near search after an empty
 * one, a page with its boot data, a list, a dish or a stall in that, and a link preview's picture that has not been made yet.
 */
export const costs = {
  shortSearch: 10,
  nearSearch: 5,
  page: 1,
  feedOnPage: 2,
  postOnPage: 1,
  warungOnPage: 2,
  previewPicture: 100,
};

type Cost = { request: FastifyRequest; memberId: string | undefined; units: number };

/**
 * Takes the units of a costly request from its person and its address.
 * @returns 0, or the seconds until there are enough again
 */
export const takeCost = async (limits: Limits, { request, memberId, units }: Cost): Promise<number> =>
  (memberId === undefined ? 0 : await limits.costByMember.waitSeconds(memberId, units)) ||
  limits.costByAddress.waitSeconds(addressOf(request), units);

/** @throws AppError rate_limited when the person or the address has too few units left */
export async function spend(limits: Limits, cost: Cost): Promise<void> {
  const retryAfterSeconds = await takeCost(limits, cost);
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', undefined, { retryAfterSeconds });
}

/** Whether a search has no trigram and reads every row: it has one or two letters, or only pictures. */
export const isShortSearch = (term: string): boolean => /^.{1,2}$|^[^\p{L}\p{N}]+$/su.test(plainWords(term));
