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
  const share = inMemory.shares('test', { points: 2, windowMs: 1_000 });
  expect([take('a'), share('mailbox', 'a', 2)]).toEqual([0, true]);
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(1_000);
  expect([take('a'), share('mailbox', 'a', 2)]).toEqual([0, true]);
});

test('a million addresses take no more memory than 20 000, and who comes again and again is not forgotten', () => {
  const take = bucket(1, minuteMs);
  expect(take('flood')).toBe(0);
  for (let address = 0; address < 1_000_000; address += 1) {
    if (address % 10_000 === 0) expect(take('flood')).toBe(60);
    take(`10.${address}`);
  }
  expect(take('10.999999')).toBe(60);
  expect(take('10.1')).toBe(0); // its count was forgotten
});

/** A limit of five, of which each requester gets two at most. */
const mailbox = () => {
  const share = inMemory.shares('test', { points: 5, windowMs: 1_000 });
  return (requesters: string, rank: 0 | 1 | 2) =>
    Array.from(requesters, (requester) => share('mailbox', requester, rank));
};

test('what asks again has the share that it took, within the window', () => {
  const share = inMemory.shares('test', { points: 2, windowMs: 1_000 });
  expect([share('box', 'a', 2, 'mail'), share('box', 'a', 2, 'mail'), share('box', 'a', 2)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([share('box', 'b', 2, 'mail'), share('box', 'c', 2)]).toEqual([true, false]);
  vi.advanceTimersByTime(1_001);
  expect([share('box', 'a', 2), share('box', 'a', 2, 'mail')]).toEqual([true, false]);
});

test('a requester gets two, and many of the lowest rank three', () => {
  const take = mailbox();
  expect(take('aaabb', 0)).toEqual([true, true, false, true, false]);
});

test('the fourth is for who ranks higher, and the last for the highest', () => {
  const take = mailbox();
  take('abc', 0);
  expect([take('de', 1), take('d', 0), take('fg', 2)]).toEqual([[true, false], [false], [true, false]]);
});

test.each([
  ['the highest rank', 2, 'ddeef', [true, true, true, true, true]],
  ['the middle rank', 1, 'ddeef', [true, true, true, true, false]],
] as const)('what %s has taken is not there for others', (_name, rank, requesters, taken) => {
  const take = mailbox();
  expect(take(requesters, rank)).toEqual(taken);
  expect(take('abc', 0)).toEqual([false, false, false]);
});

test('what was taken comes back after the time, and subjects have their own', () => {
  const share = inMemory.shares('test', { points: 5, windowMs: 1_000 });
  const take = () => share('mailbox', 'a', 0);
  expect([take(), take(), take()]).toEqual([true, true, false]);
  expect(share('another mailbox', 'a', 0)).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(take()).toBe(true);
});

test('asking for mails to 20 000 other mailboxes does not give the first one more', () => {
  const share = inMemory.shares('test', { points: 5, windowMs: 1e9 });
  expect([share('mailbox', 'a', 0), share('mailbox', 'a', 0)]).toEqual([true, true]);
  for (let index = 0; index < 20_000; index += 1) share(`mailbox ${index}`, 'a', 0);
  expect(share('mailbox', 'a', 0)).toBe(false);
});
