import { expect, test } from 'vitest';
import { dayOf, formatCalendarDay, formatDay, formatShortDay, formatTimeOrDay, formatWeekday } from './day.ts';
import { formatTime } from './time.ts';

const now = Date.parse('2026-08-17T02:00:00.000Z');

test.each([
  ['2026-08-17T01:59:00.000Z', 'Hari ini', '08.59'],
  // In Jakarta it is the 17th from 17.00 UTC on.
  ['2026-08-16T17:00:00.000Z', 'Hari ini', '00.00'],
  ['2026-08-16T16:59:00.000Z', 'Kemarin', 'Kemarin'],
  ['2026-08-11T02:00:00.000Z', 'Selasa', 'Selasa'],
  ['2026-08-10T02:00:00.000Z', '10 Agu 2026', '10 Agu 2026'],
  // A phone's clock may be behind.
  ['2026-08-19T02:00:00.000Z', 'Hari ini', '09.00'],
])('%s is %s, and in a list %s', (time, day, short) => {
  expect([formatDay(time, now), formatTimeOrDay(time, now)]).toEqual([day, short]);
});

test('a time of the day is that of Asia/Jakarta', () => {
  expect(formatTime('2026-08-17T17:05:00.000Z')).toBe('00.05');
  expect(dayOf('2026-08-17T16:59:00.000Z')).toBe(Date.parse('2026-08-16T17:00:00.000Z'));
});

test('a day without a time is that day, wherever the phone is', () => {
  expect([formatCalendarDay('2026-11-21'), formatWeekday('2026-11-21'), formatShortDay('2026-11-21')]).toEqual([
    'Sabtu, 21 November',
    'Sab',
    '21 Nov',
  ]);
});
