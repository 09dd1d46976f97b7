import { expect, test } from 'vitest';
import { daysUntil, hours, lastAt, localDay, nextAt } from './day.ts';

test.each([
  // 04.00 in Jakarta is 21.00 UTC of the day before
  ['2026-11-21T20:59:59.999Z', '2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z'],
  ['2026-11-21T21:00:00.000Z', '2026-11-21T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
  ['2026-12-31T23:30:00.000Z', '2026-12-31T21:00:00.000Z', '2027-01-01T21:00:00.000Z'],
])('at %s it was last 04.00 at %s, and will next be at %s', (now, last, next) => {
  expect(lastAt(hours.newDay, new Date(now)).toISOString()).toBe(last);
  expect(nextAt(hours.newDay, new Date(now)).toISOString()).toBe(next);
});

test('21.00 of an evening lies between two mornings', () => {
  expect(lastAt(hours.asksIfOpen, new Date('2026-11-21T21:00:00Z')).toISOString()).toBe('2026-11-21T14:00:00.000Z');
});

test('a day begins at midnight in Jakarta', () => {
  expect(localDay(new Date('2026-12-31T16:59:59.999Z'))).toBe('2026-12-31');
  expect(localDay(new Date('2026-12-31T17:00:00.000Z'))).toBe('2027-01-01');
  expect(daysUntil('2027-01-01', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});
