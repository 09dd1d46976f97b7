import type { Read } from '@lapau/contract/known';
import { linkParameters } from '@lapau/contract/links';
import type { Role } from '@lapau/contract/roles';
import type { SessionEnding } from '../lib/session-query.ts';
import { loginPath, returnPath } from './return-path.ts';

/** Who may see a route: `guest` only people who are not signed in, `member` everybody who is. */
export type Access = 'public' | 'guest' | 'member' | 'admin';

type Visitor = {
  /** Null when nobody is signed in. */
  role: Read<Role> | null;
  ending: SessionEnding | undefined;
};

/** Where a visitor of a route is redirected to, or undefined when they may see it (product.md#access). */
export function redirectFor(
  access: Access,
  { role, ending }: Visitor,
  place: { pathname: string; search: string; hash: string },
): string | undefined {
  if (access === 'public') return undefined;
  if (access === 'guest') {
    // A mailed link opens its form even when somebody is signed in here (D5).
    const opened = new URLSearchParams(place.hash.slice(1));
    const isMailed = opened.has(linkParameters.resetPassword) || opened.has(linkParameters.verifyEmail);
    if (!role || isMailed) return undefined;
    // the first admin of a Lapau in which nobody cooks yet begins with the settings, the desk's
    return opened.has(linkParameters.firstAdmin) && role === 'admin' ? '/admin' : returnPath(place.search);
  }
  if (role === null) {
    // After signing out there is no return path: the next person to sign in may be somebody else.
    if (ending === 'left') return '/login';
    return access === 'admin' && !ending ? '/unauthorized' : loginPath(place);
  }
  return access === 'admin' && role !== 'admin' ? '/unauthorized' : undefined;
}
