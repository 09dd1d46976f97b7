import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inMemory } from './limit-store.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;
const bucket = (points: number, windowMs: number) => {
  const take = inMemory.points('test', { points, windowMs });
  return (key: string, taken = 1) => Math.ceil(take(key, taken) / 1_000);
};

test('points are there at once, and come back evenly; keys do not share', () => {
  const take = bucket(3, 3 * minuteMs);
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 60]);
  expect(take('b')).toBe(0);
  vi.advanceTimersByTime(59_000);
  expect(take('a')).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect([take('a'), take('a')]).toEqual([0, 60]);
  vi.advanceTimersByTime(60 * minuteMs);
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 60]);
});

test('several points are taken all together or not at all', () => {
  const take = bucket(10, 10_000);
  expect([take('a', 8), take('a', 4), take('a', 2)]).toEqual([0, 2, 0]);
});

test('a clock that is set back makes no limit longer', () => {
  const take = bucket(1, 1_000);
  const share = inMemory.shares('test', { points: 1, windowMs: 1_000 });
  expect([take('a'), share('mailbox', 'a')]).toEqual([0, true]);
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(1_000);
  expect([take('a'), share('mailbox', 'a')]).toEqual([0, true]);
});

test('a million addresses take no more memory than 20 000, and who comes again and again is not forgotten', () => {
  const take = bucket(1, minuteMs);
  expect(take('flood')).toBe(0);
  for (let address = 0; address < 1_000_000; address += 1) {
    if (address % 10_000 === 0) expect(take('flood')).toBe(60);
    take(`10.${address}`);
  }
  expect(take('10.999999')).toBe(60);
  expect(take('10.1')).toBe(0); // forgotten
});

/** At most two a requester; the first is one of 32, the second one of 16. */
const mailbox = () => {
  const share = inMemory.shares('test', { points: 2, windowMs: 1_000 });
  return (requesters: string) => Array.from(requesters, (requester) => share('mailbox', requester));
};

test('whoever has taken much does not keep others from their first', () => {
  expect(mailbox()('aaaab')).toEqual([true, true, false, false, true]);
});

test('beyond a number only first ones are let through, and beyond another one nothing', () => {
  const take = mailbox();
  expect(take('abcdefghijklmnop')).not.toContain(false);
  expect(take('a')).toEqual([false]);
  expect(take('ABCDEFGHIJKLMNOP')).not.toContain(false);
  expect(take('Q')).toEqual([false]);
});

test('what was taken comes back after the time, and subjects have their own', () => {
  const share = inMemory.shares('test', { points: 2, windowMs: 1_000 });
  const take = () => share('mailbox', 'a');
  expect([take(), take(), take()]).toEqual([true, true, false]);
  expect(share('another mailbox', 'a')).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(take()).toBe(true);
});
