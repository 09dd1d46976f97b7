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

/** Refuses what the page of another origin has asked for. A request without an Origin header passes. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isOwnOrigin(request, publicUrl)) throw foreignOrigin(request, publicUrl);
}

/**
 * Whether the page is ours: it is of PUBLIC_URL's origin, whatever Host a proxy has made of it (D141), or of an address or name of the
 * own network when that is the one asked for; with a PUBLIC_URL of https never of plain http, where anybody on the way may write the page.
 */
function isOwnOrigin({ headers: { origin, host = '' } }: FastifyRequest, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (publicUrl !== undefined && isSecure(publicUrl) && page.protocol !== 'https:') return false;
  if (publicUrl !== undefined && isHostOf(page.host, new URL(publicUrl))) return true;
  return isNearby(host) && isHostOf(host, page);
}

/** The log has what was got and expected, as a proxy may have changed it (D141). */
function foreignOrigin({ log, headers }: FastifyRequest, publicUrl: string | undefined): AppError {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const expected = publicUrl ?? 'the address that was asked for, as PUBLIC_URL is not set';
  const got = { origin: origin?.slice(0, 255), host: host?.slice(0, 255), site };
  log.warn({ ...got, expected }, 'refused what a page of another origin has asked for');
  return new AppError('foreign_origin');
}
