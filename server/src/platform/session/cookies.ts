import type { IncomingHttpHeaders } from 'node:http';

/** `device` recognises the browser, and remembers which accounts have signed in on it (devices.ts). */
type CookieName = 'session_token' | 'device';

/** Whether pages come over TLS, by PUBLIC_URL. */
export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * The beginning of all our cookies' names. On https it has the `__Host-` prefix: a browser then takes the cookie only over TLS, for
 * this very host and the path `/`, so that neither a sibling host nor a page served over plain http can set one (RFC 6265bis section
 * 4.1.3.2).
 */
export const cookiePrefix = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-lapau' : 'lapau');

export const cookieName = (publicUrl: string, name: CookieName): string => `${cookiePrefix(publicUrl)}.${name}`;

/** The decoded value of a request's cookie, or undefined. */
export function readCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim());
  }
  return undefined;
}

/** Decodes a value; undefined when its percent-encoding is wrong. */
export function decoded(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
