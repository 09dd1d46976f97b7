import { linkParameters } from '@lapau/contract/links';
import type { Role } from '@lapau/contract/profile';
import type { Departure } from '../lib/session-query.ts';
import { loginPath, returnPath } from './return-path.ts';

/** Who may see a route: `guest` only people who are not signed in, `member` everybody who is. */
export type Access = 'public' | 'guest' | 'member' | 'admin';

export interface Visitor {
  /** Null when nobody is signed in. */
  role: Role | null;
  departure: Departure | undefined;
}

/** Where a visitor of a route is sent instead, or undefined when they may see it (product.md#access). */
export function redirectFor(
  access: Access,
  { role, departure }: Visitor,
  place: { pathname: string; search: string; hash: string },
): string | undefined {
  if (access === 'public') return undefined;
  if (access === 'guest') {
    // A link from a mail works whoever is signed in here (D5).
    const opened = new URLSearchParams(place.hash.slice(1));
    const isMailed = opened.has(linkParameters.resetPassword) || opened.has(linkParameters.verifyEmail);
    return role && !isMailed ? returnPath(place.search) : undefined;
  }
  if (role === null) {
    // Who has left does not come back to where they were: the next one may be somebody else.
    if (departure === 'left') return '/login';
    return access === 'admin' && !departure ? '/unauthorized' : loginPath(place);
  }
  return access === 'admin' && role !== 'admin' ? '/unauthorized' : undefined;
}
