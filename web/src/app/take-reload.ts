import { tabStorage } from '../lib/device-storage.ts';

/**
 * Notes that this tab reloads by itself, if it may.
 * @param name of why it does
 * @returns false when it has lately, or when that cannot be stored: it would reload again and again
 */
export function takeReload(name: string, pauseMs: number): boolean {
  // A clock that was set back does not keep it from reloading.
  const pause = Math.abs(Date.now() - Number(tabStorage.get(name)));
  return pause >= pauseMs && tabStorage.set(name, String(Date.now()));
}
