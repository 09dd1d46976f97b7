import { limits } from './limits.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The offset of Asia/Jakarta, which has no summer time. */
const offsetMs = 7 * hourMs;

/** The day in Asia/Jakarta, as YYYY-MM-DD. */
export const localDay = (time: Date): string => new Date(time.getTime() + offsetMs).toISOString().slice(0, 10);

/** The minute in Asia/Jakarta, as YYYY-MM-DDTHH:mm. */
export const localMinute = (time: Date): string => new Date(time.getTime() + offsetMs).toISOString().slice(0, 16);

/** The days up to `last`, which is the last of them, oldest first. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(last) - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  new Date(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);

/** The Mondays up to that of a day's week, which is the last of them, oldest first. */
export const mondaysUntil = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(mondayOf(day)) - (count - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  );

/** Hours in Asia/Jakarta: at `newDay` sold-out dishes open and stalls close; at `asksIfOpen` cooks are asked whether they are open. */
export const hours = { newDay: 4, asksIfOpen: 21 } as const;

/** The last moment, `now` included, at which it was that hour in Asia/Jakarta. */
export function lastAt(hour: number, now: Date): Date {
  const shifted = now.getTime() + offsetMs - hour * hourMs;
  return new Date(Math.floor(shifted / dayMs) * dayMs - offsetMs + hour * hourMs);
}

/** The next moment, after `now`, at which it will be that hour in Asia/Jakarta. */
export const nextAt = (hour: number, now: Date): Date => new Date(lastAt(hour, now).getTime() + dayMs);

/** When a post can be posted again. */
export const renewableAt = (createdAt: string): Date => new Date(Date.parse(createdAt) + limits.renewalMs);
