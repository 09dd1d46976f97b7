import { localDay } from '@lapau/contract/day';
import { deviceStorage } from '../device/device-storage.ts';

/*
 * When the app may offer its installation: from the second day on which this device uses it, and not twice in a month. Days are
 * those of Asia/Jakarta by the device's clock.
 */

const key = 'pasang';
const dayMs = 86_400_000;
const pauseDays = 31;

type Days = { first: string; offered?: string };

function readDays(): Days {
  const { first = '', offered } = JSON.parse(deviceStorage.get(key) ?? '{}') as Partial<Days>;
  return offered === undefined ? { first } : { first, offered };
}

/** @returns false where the browser stores nothing: nothing is offered there, as it would be again and again */
const write = (days: Days): boolean => deviceStorage.set(key, JSON.stringify(days));

/** Notes that the app is used today. */
export function noteUse(now: Date): void {
  const days = readDays();
  const today = localDay(now);
  if (days.first === '' || days.first > today) write({ ...days, first: today });
}

/** Notes an offer, if there may be one now. @returns whether there may be */
export function takeOffer(now: Date): boolean {
  const days = readDays();
  const today = localDay(now);
  if (days.first === '' || days.first === today) return false;
  const pause = (Date.parse(today) - Date.parse(days.offered ?? '')) / dayMs;
  // A clock that was wrong may have noted a day to come, which counts as none (D110).
  return !(pause >= 0 && pause < pauseDays) && write({ ...days, offered: today });
}
