import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isSecure } from '../session/cookies.ts';
import { isHostOf, isNearby } from './host.ts';

/**
 * Refuses a write from another site (OWASP CSRF cheat sheet: Fetch Metadata, then Origin). Clients without either
 * header are no browsers and carry no ambient cookie.
 * @param publicUrl PUBLIC_URL, if it is set
 */
export function refuseForeignSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignOrigin(request, publicUrl);
  refuseForeignOrigin(request, publicUrl);
}

/** Refuses a request from a page of another origin. A request without an Origin header passes. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isOwnOrigin(request, publicUrl)) throw foreignOrigin(request, publicUrl);
}

/**
 * Refuses a form from another site that the gate has let pass: any page of the web may send one, and browsers without script and those
 * of before 2020 send it with neither header. It then has to have the token of a page that this very browser was given (OWASP CSRF
 * cheat sheet: signed double-submit cookie). A Referer proves nothing: some of them send none, and others what they are asked for.
 */
export function refuseForeignForm(request: FastifyRequest, publicUrl: string | undefined, hasToken: boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined && !hasToken) throw foreignOrigin(request, publicUrl);
}

/**
 * Whether the page is ours. It has PUBLIC_URL's origin, whatever Host a proxy sends (D141), or the address or name in the own network
 * that the request was made to. With a PUBLIC_URL of https a page of plain http is never ours, as anybody on the way may have written
 * it.
 */
function isOwnOrigin({ headers: { origin, host = '' } }: FastifyRequest, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (publicUrl !== undefined && isSecure(publicUrl) && page.protocol !== 'https:') return false;
  if (publicUrl !== undefined && isHostOf(page.host, new URL(publicUrl))) return true;
  return isNearby(host) && isHostOf(host, page);
}

/** Makes the refusal, and logs the headers that came and what was expected, as a proxy may have changed them (D141). */
function foreignOrigin({ log, headers }: FastifyRequest, publicUrl: string | undefined): AppError {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const expected = publicUrl ?? 'the address that was asked for, as PUBLIC_URL is not set';
  const got = { origin: origin?.slice(0, 255), host: host?.slice(0, 255), site };
  log.warn({ ...got, expected }, 'refused what a page of another origin has asked for');
  return new AppError('foreign_origin');
}
