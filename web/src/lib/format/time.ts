import { lastAt } from '@lapau/contract/day';
import { serverNow } from '../device/server-time.ts';

const unknown = 'beberapa waktu lalu';
const minuteMs = 60_000;

const steps = [
  { unit: 'year', lengthMs: 365 * 24 * 60 * minuteMs },
  { unit: 'month', lengthMs: 30 * 24 * 60 * minuteMs },
  { unit: 'day', lengthMs: 24 * 60 * minuteMs },
  { unit: 'hour', lengthMs: 60 * minuteMs },
  { unit: 'minute', lengthMs: minuteMs },
] as const;

const relative = new Intl.RelativeTimeFormat('id');
const longDay = new Intl.DateTimeFormat('id', {
  timeZone: 'Asia/Jakarta',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

const day = new Intl.DateTimeFormat('id', {
  timeZone: 'Asia/Jakarta',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

const clock = new Intl.DateTimeFormat('id', { timeZone: 'Asia/Jakarta', timeStyle: 'short', hourCycle: 'h23' });

/** How long ago an ISO time of the server was: '5 menit yang lalu'. The last minute and the future are 'baru saja'. */
export function formatTimeAgo(time: string | null | undefined, now: number = serverNow()): string {
  const age = now - parse(time);
  if (Number.isNaN(age)) return unknown;
  const step = steps.find(({ lengthMs }) => age >= lengthMs);
  return step ? relative.format(-Math.floor(age / step.lengthMs), step.unit) : 'baru saja';
}

/** The time of the day of an ISO time in Asia/Jakarta: '09.05'. */
export const formatTime = (time: string): string => clock.format(parse(time));

/** An ISO time in Asia/Jakarta: '17 Agustus 2026, 09.05 WIB'. */
export function formatDateTime(time: string | null | undefined): string {
  const moment = parse(time);
  return Number.isNaN(moment) ? unknown : `${longDay.format(moment)}, ${clock.format(moment)} WIB`;
}

/** The day of an ISO time in Asia/Jakarta as 'd MMM yyyy': '17 Agu 2026'. */
export function formatDate(time: string | null | undefined): string {
  const moment = parse(time);
  return Number.isNaN(moment) ? unknown : day.format(moment);
}

/** A moment of the next 24 hours as a clock in Asia/Jakarta shows it: 'pukul 19.30', 'besok pukul 07.05'. */
export function formatClock(moment: Date, now: Date): string {
  const isToday = lastAt(0, moment).getTime() === lastAt(0, now).getTime();
  return `${isToday ? '' : 'besok '}pukul ${clock.format(moment)}`;
}

function parse(time: string | null | undefined): number {
  return time ? Date.parse(time) : Number.NaN;
}
