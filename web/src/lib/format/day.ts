import { lastAt } from '@lapau/contract/day';
import { serverNow } from '../device/server-time.ts';
import { formatDate, formatTime } from './time.ts';

const dayMs = 86_400_000;
const weekday = new Intl.DateTimeFormat('id', { timeZone: 'Asia/Jakarta', weekday: 'long' });

/** The start of an ISO time's day in Asia/Jakarta, in milliseconds since 1970. */
export const dayOf = (time: string): number => lastAt(0, new Date(time)).getTime();

/** The day of an ISO time: 'Hari ini', 'Kemarin', 'Senin' within a week, then '17 Agu 2026'. */
export function formatDay(time: string, now: number = serverNow()): string {
  const age = Math.round((dayOf(new Date(now).toISOString()) - dayOf(time)) / dayMs);
  if (age <= 0) return 'Hari ini';
  if (age === 1) return 'Kemarin';
  return age < 7 ? weekday.format(new Date(time)) : formatDate(time);
}

/** The time of something today, or else its day, in few letters. */
export const formatTimeOrDay = (time: string, now: number = serverNow()): string =>
  formatDay(time, now) === 'Hari ini' ? formatTime(time) : formatDay(time, now);

// A day without a time, such as '2026-11-21', is read as its midnight in UTC.
const shortWeekday = new Intl.DateTimeFormat('id', { weekday: 'short', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekdayAndDate = new Intl.DateTimeFormat('id', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A day without a time as 'Sabtu, 21 November'. */
export const formatCalendarDay = (day: string): string => weekdayAndDate.format(new Date(day));

/** A day without a time as 'Sab'. */
export const formatWeekday = (day: string): string => shortWeekday.format(new Date(day));

/** A day without a time as '21 Nov'. */
export const formatShortDay = (day: string): string => shortDate.format(new Date(day));

/** The week that begins with a Monday as '23–29 Nov'. */
export const formatWeek = (monday: string): string => {
  const start = new Date(monday);
  return shortDate.formatRange(start, new Date(start.getTime() + 6 * dayMs));
};
