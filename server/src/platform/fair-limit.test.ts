import { afterEach, expect, test, vi } from 'vitest';
import { createFairLimit } from './fair-limit.ts';

afterEach(() => vi.useRealTimers());

/** At most two a requester; the first is one of six, the second one of three. */
const limit = () => createFairLimit({ windowMs: 1_000, totalFor: (taken) => [6, 3][taken] ?? 0 });
const take = (fair: ReturnType<typeof limit>, requesters: string) =>
  Array.from(requesters, (requester) => fair('mailbox', requester));

test('whoever has taken much does not keep others from their first', () => {
  expect(take(limit(), 'aaaab')).toEqual([true, true, false, false, true]);
});

test('beyond a number only first ones are let through, and beyond another one nothing', () => {
  expect(take(limit(), 'abcadefg')).toEqual([true, true, true, false, true, true, true, false]);
});

test('what was taken comes back after the time, and subjects have their own', () => {
  vi.useFakeTimers();
  const fair = limit();
  expect(take(fair, 'aaa')).toEqual([true, true, false]);
  vi.setSystemTime(Date.now() - 86_400_000); // a clock that is set back does not make it longer
  expect(fair('another mailbox', 'a')).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(take(fair, 'a')).toEqual([true]);
});
