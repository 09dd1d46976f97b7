import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cookieName, isSecure, readCookie } from './cookies.ts';

/** A browser on which somebody has signed in before, as its cookie proves it. */
export type Device = {
  /** Random, the same for the life of the cookie. */
  id: string;
  hasSignedIn: (accountId: string) => boolean;
};

export type Devices = {
  /** The device a request comes from; undefined without a cookie that this server signed. */
  read: (headers: IncomingHttpHeaders) => Device | undefined;
  /** The Set-Cookie header after somebody has signed in: the accounts known before stay, the new one comes first. */
  remember: (headers: IncomingHttpHeaders, accountId: string) => string;
};

/** The longest lifetime that browsers allow a cookie: 400 days (RFC 6265bis section 5.5). */
const lifeSeconds = 400 * 24 * 60 * 60;
/** A family may share a phone. Beyond this number the account that signed in longest ago is dropped. */
const maxAccounts = 5;

/**
 * Recognises devices by a cookie `<id>.<signature>.<account>…` (D64; OWASP Authentication Cheat Sheet, device cookies).
 * Each account is a MAC over device id and account id, which reveals no account. The cookie does not sign anybody in.
 */
export function createDevices({ publicUrl, secret }: { publicUrl: string; secret: string }): Devices {
  const name = cookieName(publicUrl, 'device');
  const macOf = (id: string, subject: string) =>
    createHmac('sha256', secret).update(`device ${id} ${subject}`).digest('base64url');

  const parse = (headers: IncomingHttpHeaders) => {
    const [id = '', signature = '', ...accounts] = readCookie(headers, name)?.split('.') ?? [];
    return id !== '' && isEqual(signature, macOf(id, 'itself')) ? { id, accounts } : undefined;
  };

  return {
    read: (headers) => {
      const device = parse(headers);
      if (!device) return undefined;
      const { id, accounts } = device;
      return { id, hasSignedIn: (accountId) => accounts.some((mac) => isEqual(mac, macOf(id, accountId))) };
    },
    remember: (headers, accountId) => {
      const { id, accounts } = parse(headers) ?? { id: randomBytes(16).toString('base64url'), accounts: [] };
      const mac = macOf(id, accountId);
      const known = [mac, ...accounts.filter((other) => other !== mac)].slice(0, maxAccounts);
      const value = [id, macOf(id, 'itself'), ...known].join('.');
      const secure = isSecure(publicUrl) ? '; Secure' : '';
      return `${name}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}

const isEqual = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
