import { expect, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import type { Bus, Envelope } from './bus.ts';
import { cacheUntilSignal } from './cache.ts';

const feedChanged: Envelope = { topic: 'feed', signal: { type: 'feed_changed' } };
const bannersChanged: Envelope = { topic: 'banners', signal: { type: 'banners_changed' } };

/** A cache of at most two answers that signals on `feed` empty, on a bus within the test. */
function createCache() {
  const listeners: ((envelope: Envelope) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let connected = true;
  const bus: Bus = {
    publish: async () => () => {},
    deliver: (envelopes) => envelopes.forEach((envelope) => listeners.forEach((listener) => listener(envelope))),
    listen: (listener) => {
      listeners.push(listener);
      return () => {};
    },
    onGap: (listener) => gapListeners.push(listener),
    connected: () => connected,
    close: async () => {},
  };
  const cached = cacheUntilSignal<number>(
    { bus, metrics: createMetrics() },
    'test',
    ({ topic }) => topic === 'feed',
    2,
  );
  let loads = 0;
  return {
    bus,
    cached,
    /** Reads a key. @returns the number of the load that the answer comes from */
    read: (key: string) => cached(key, async () => ++loads),
    loseConnection: () => {
      connected = false;
      for (const listener of gapListeners) listener();
    },
    restoreConnection: () => {
      connected = true;
      for (const listener of gapListeners) listener();
    },
  };
}

test('an answer is loaded once and answers every later read of its key', async () => {
  const { read } = createCache();
  expect([await read('a'), await read('a'), await read('b'), await read('a')]).toEqual([1, 1, 2, 1]);
});

test('concurrent reads of one key share a load', async () => {
  const { read } = createCache();
  expect(await Promise.all([read('a'), read('a')])).toEqual([1, 1]);
});

test('a signal on the topic empties the cache, a signal on another topic does not', async () => {
  const { bus, read } = createCache();
  await read('a');
  bus.deliver([bannersChanged]);
  expect(await read('a')).toBe(1);
  bus.deliver([feedChanged]);
  expect(await read('a')).toBe(2);
});

test('an answer that was being loaded when the signal came is not cached', async () => {
  const { bus, cached, read } = createCache();
  const slow = Promise.withResolvers<number>();
  const before = cached('a', () => slow.promise);
  bus.deliver([feedChanged]);
  expect(await read('a')).toBe(1);
  slow.resolve(-1);
  expect(await before).toBe(-1);
  expect(await read('a')).toBe(1);
});

test('a failed load is not cached, and does not drop the answer of a later load', async () => {
  const { bus, cached, read } = createCache();
  await expect(cached('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  const slow = Promise.withResolvers<number>();
  const before = cached('a', () => slow.promise);
  bus.deliver([feedChanged]);
  expect(await read('a')).toBe(1);
  slow.reject(new Error('no database'));
  await expect(before).rejects.toThrow('no database');
  expect(await read('a')).toBe(1);
});

test('the oldest answer is evicted when there are too many', async () => {
  const { read } = createCache();
  expect([await read('a'), await read('b'), await read('c')]).toEqual([1, 2, 3]);
  expect([await read('b'), await read('c'), await read('a')]).toEqual([2, 3, 4]);
});

test('nothing is cached while signals of other processes do not arrive, nor anything from before', async () => {
  const { read, loseConnection, restoreConnection } = createCache();
  await read('a');
  loseConnection();
  expect([await read('a'), await read('a')]).toEqual([2, 3]);
  restoreConnection();
  expect([await read('a'), await read('a')]).toEqual([4, 4]);
});
