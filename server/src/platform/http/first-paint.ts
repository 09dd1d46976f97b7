import type { BootData } from '@lapau/contract/boot';

/** Paths whose layout is not the members' (web/src/app/routes.ts). */
const otherLayouts = /^\/(?:login|privasi|unauthorized|admin)(?:\/|$)/;

/**
 * What of the markup in web/index.html shows until the app has loaded: the members' bars with the feed's blocks or without,
 * or the mark alone.
 */
export function firstPaint(data: BootData, pathname: string): 'feed' | 'bars' | 'mark' {
  if (!data.get_session || otherLayouts.test(pathname)) return 'mark';
  return pathname === '/' ? 'feed' : 'bars';
}
