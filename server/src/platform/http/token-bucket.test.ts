import { afterEach, expect, test, vi } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

afterEach(() => void vi.useRealTimers());

test('a burst at once, then a steady rate; keys do not share', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const take = createTokenBucket({ burst: 3, perMinute: 1 });
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 60]);
  expect(take('b')).toBe(0);
  vi.advanceTimersByTime(59_000);
  expect(take('a')).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect([take('a'), take('a')]).toEqual([0, 60]);
  vi.advanceTimersByTime(60 * 60_000);
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 60]);
});

test('several units are taken all together or not at all', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const take = createTokenBucket({ burst: 10, perMinute: 60 });
  expect([take('a', 8), take('a', 4), take('a', 2)]).toEqual([0, 2, 0]);
});
