import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isBeyondNow } from '../clock/clock.ts';
import { cookieName, isSecure, readCookie } from './cookies.ts';

/** A browser that has opened a page before, as its cookie proves it. */
export type Device = {
  /** A random id, the same for the life of the cookie. */
  id: string;
  /** When it got the cookie, in milliseconds; 0 for a cookie of 1.0.0, which has no time, and for one dated by a clock that was ahead. */
  since: number;
  hasSignedIn: (accountId: string) => boolean;
};

export type Devices = {
  /** The device a request comes from; undefined without a cookie that this server signed. */
  read: (headers: IncomingHttpHeaders) => Device | undefined;
  /** What a browser gets with a page: the Set-Cookie header, unless it has such a cookie already, and the token of the page's forms. */
  greet: (headers: IncomingHttpHeaders) => { cookie: string | undefined; csrfToken: string };
  /** Whether a form comes from a page that this browser was given. */
  hasToken: (headers: IncomingHttpHeaders, csrfToken: string | undefined) => boolean;
  /** The Set-Cookie header after somebody has signed in: the accounts known before stay, the new one comes first. */
  remember: (headers: IncomingHttpHeaders, accountId: string) => string;
};

/** The longest lifetime that browsers allow a cookie: 400 days (RFC 6265bis section 5.5). */
const lifeSeconds = 400 * 24 * 60 * 60;
/** Stands in an id between the time at which the browser got its cookie and the random part. */
const afterTime = '~';
/** How many accounts a device remembers, as a family may share a phone; beyond that the one that signed in longest ago is dropped. */
const maxAccounts = 5;

/**
 * Recognises devices by a cookie `<id>.<signature>.<account>…` (D64; OWASP Authentication Cheat Sheet, device cookies). Each account
 * is a MAC over device id and account id, which reveals no account. The cookie does not sign anybody in. A browser gets it with the
 * first page, which tells it from strangers at the same address (paced-turns.ts).
 */
export function createDevices({ publicUrl, secret }: { publicUrl: string; secret: string }): Devices {
  const name = cookieName(publicUrl, 'device');
  const macOf = (id: string, subject: string) =>
    createHmac('sha256', secret).update(`device ${id} ${subject}`).digest('base64url');

  const parse = (headers: IncomingHttpHeaders) => {
    const [id = '', signature = '', ...accounts] = readCookie(headers, name)?.split('.') ?? [];
    return id !== '' && isEqual(signature, macOf(id, 'itself')) ? { id, accounts } : undefined;
  };

  const cookie = (id: string, accounts: string[]) => {
    const value = [id, macOf(id, 'itself'), ...accounts].join('.');
    const secure = isSecure(publicUrl) ? '; Secure' : '';
    return `${name}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  };

  return {
    read: (headers) => {
      const device = parse(headers);
      if (!device) return undefined;
      const { id, accounts } = device;
      return {
        id,
        since: sinceOf(id),
        hasSignedIn: (accountId) => accounts.some((mac) => isEqual(mac, macOf(id, accountId))),
      };
    },
    greet: (headers) => {
      const known = parse(headers);
      const id = known?.id ?? newId();
      return { cookie: known ? undefined : cookie(id, []), csrfToken: macOf(id, 'forms') };
    },
    hasToken: (headers, csrfToken = '') => {
      const device = parse(headers);
      return device !== undefined && isEqual(csrfToken, macOf(device.id, 'forms'));
    },
    remember: (headers, accountId) => {
      const { id, accounts } = parse(headers) ?? { id: newId(), accounts: [] };
      const mac = macOf(id, accountId);
      return cookie(id, [mac, ...accounts.filter((other) => other !== mac)].slice(0, maxAccounts));
    },
  };
}

function sinceOf(id: string): number {
  const since = id.includes(afterTime) ? Number.parseInt(id, 36) : 0;
  return isBeyondNow(new Date(since), new Date()) ? 0 : since;
}

const newId = (): string => `${Date.now().toString(36)}${afterTime}${randomBytes(16).toString('base64url')}`;

const isEqual = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
