import { beforeEach, expect, test, vi } from 'vitest';
import { encode } from './messages.ts';
import { createRecentSignals } from './recent-signals.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const feed = new Set(['feed' as const]);
const feedChanged = (post_id: string) => ({
  topic: 'feed' as const,
  signal: { type: 'feed_changed' as const, post_id },
});
const messageOf = (post_id: string) => encode({ type: 'signal', ...feedChanged(post_id) });

test('the signals of a period and of some topics, in their order', () => {
  const recent = createRecentSignals();
  for (const id of ['old', 'a', 'b']) {
    vi.advanceTimersByTime(1_000);
    recent.add(feedChanged(id));
    recent.add({ topic: 'banners', signal: { type: 'banners_changed' } });
  }
  expect(recent.last(1_500, feed)).toEqual([messageOf('a'), messageOf('b')]);
});

test('a period that began before the start, or before a gap, is not known', () => {
  const recent = createRecentSignals();
  vi.advanceTimersByTime(1_000);
  expect([recent.last(999, feed), recent.last(1_001, feed)]).toEqual([[], undefined]);
  recent.clear();
  vi.advanceTimersByTime(500);
  expect([recent.last(499, feed), recent.last(501, feed)]).toEqual([[], undefined]);
});

test('only so many are kept; a period of which some were dropped is not known', () => {
  const recent = createRecentSignals();
  for (let count = 0; count < 5_000; count += 1) {
    vi.advanceTimersByTime(1);
    recent.add(feedChanged(String(count)));
  }
  expect(recent.last(500, feed)).toHaveLength(501);
  expect(recent.last(2_500, feed)).toBeUndefined();
});

test('of signals that say the same the last one is kept, and each is encoded once', () => {
  const recent = createRecentSignals();
  vi.advanceTimersByTime(1);
  for (let count = 0; count < 5_000; count += 1) recent.add(feedChanged('liked'));
  recent.add(feedChanged('other'));
  const again = recent.add(feedChanged('liked'));
  vi.advanceTimersByTime(500);
  const [other, liked, ...more] = recent.last(500, feed) ?? [];
  expect([other, more]).toEqual([messageOf('other'), []]);
  expect(liked).toBe(again);
});
