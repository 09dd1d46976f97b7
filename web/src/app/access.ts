import type { Read } from '@lapau/contract/known';
import { loginPath, returnPath } from '@lapau/contract/return-path';
import type { Role } from '@lapau/contract/roles';
import type { ScreenAccess } from '@lapau/contract/screens';
import type { SessionEnding } from '../lib/session/session-query.ts';

/** Links to /login by their name alone, as programs may have changed the rest; what reads them whole is no part of the first load (links.ts). */
const mailed = /(?:^|[#?&;]|%(?:25)*2[36])(?:reset|verify)(?![a-z])/i;
/** A link to /login that was cut inside its name. */
const cut = /^#(?:r(?:es?|ese)?|v(?:er?|eri|erif)?)(?:%\w\w|\W)*$/i;
const printed = /admin(?![a-z])/i;

type Visitor = {
  /** Null when nobody is signed in. */
  role: Read<Role> | null;
  ending: SessionEnding | undefined;
};

/** Where a visitor of a route is redirected to, or undefined when they may see it (product.md#access). */
export function redirectFor(
  access: ScreenAccess,
  { role, ending }: Visitor,
  place: { pathname: string; search: string; hash: string },
): string | undefined {
  if (access === 'public') return undefined;
  if (access === 'guest') {
    // A mailed link opens its form even when somebody is signed in here (D5).
    const opened = place.search.replace(/([?&])next=[^&]*/i, '$1') + place.hash;
    if (!role || mailed.test(opened) || cut.test(place.hash)) return undefined;
    // the first admin of a Lapau in which nobody cooks yet begins with the settings, the desk's
    return printed.test(place.hash) && role === 'admin' ? '/admin' : returnPath(place.search);
  }
  if (role === null) {
    // After signing out there is no return path: the next person to sign in may be somebody else.
    if (ending === 'left') return '/login';
    return access === 'admin' && !ending ? '/unauthorized' : loginPath(place);
  }
  return access === 'admin' && role !== 'admin' ? '/unauthorized' : undefined;
}
