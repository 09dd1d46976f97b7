import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import { screenAt, screens } from '@lapau/contract/screens';
import { redirectFor } from './access.ts';

/**
 * The path and query that a page shows first: its own, or where its guard leads a visitor, as a stranger's link leads to /login.
 * @param role null when nobody is signed in
 */
export function firstAddress(
  role: Read<Role> | null,
  { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
): string {
  const { access } = screens[screenAt(pathname)];
  return redirectFor(access, { role, ending: undefined }, { pathname, search, hash }) ?? pathname + search;
}
