import { tabStorage } from '../lib/device/device-storage.ts';
import { isAnythingUnkept } from '../lib/device/unkept.ts';

/**
 * Notes that this tab reloads by itself, if it may.
 * @param name a word for the reason of the reload
 * @returns false when it has lately, or when that cannot be stored: it would reload again and again; and when something would be
 *   gone with this page
 */
export function takeReload(name: string, pauseMs: number): boolean {
  // A clock that was set back does not prevent the reload.
  const pause = Math.abs(Date.now() - Number(tabStorage.get(name)));
  return !isAnythingUnkept() && pause >= pauseMs && tabStorage.set(name, String(Date.now()));
}
