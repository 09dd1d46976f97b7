import { screenAt } from '@lapau/contract/screens';
import { isBooted } from '../lib/calls/boot.ts';
import { isSessionLeft } from '../lib/calls/left-session.ts';
import { routes } from './routes.ts';

/**
 * Prepares to take over the screen that the server has rendered into `root`: loads its code, and gives the page the screen's address.
 * @returns false where the page begins anew: with the shell, or where only the device knows what shows first
 */
export async function takeRendered(root: HTMLElement): Promise<boolean> {
  const address = root.dataset.rendered;
  if (address === undefined || !isBooted || isSessionLeft()) return false;
  // The server sees neither a mailed link's fragment nor what /login has said to itself and says again when it is loaded again.
  const { usr } = (window.history.state ?? {}) as { usr?: { done?: unknown } | null };
  if (screenAt(location.pathname) === '/login' && (location.hash || usr?.done)) return false;
  const path = screenAt(address.split('?', 1)[0] ?? '/');
  const { code } = routes.find((route) => route.path === path)?.screen ?? {};
  if (code && !(await code.load())) return false;
  if (address !== location.pathname + location.search) window.history.replaceState(window.history.state, '', address);
  return true;
}

/** Notes that the app has taken the page over, for what has worked before it (before-code.ts). */
export function noteTaken(): void {
  document.documentElement.dataset.taken = '';
  document.dispatchEvent(new Event('lapau:taken'));
}
