import { socketCloses } from '@lapau/contract/signals';
import type { ServerMessage, Signal, Topic } from '@lapau/contract/signals';
import { expect, test, vi } from 'vitest';
import { page, pings, settle, SocketDouble, sockets, start, tab } from './realtime-double.ts';

test('pings 25 s after each pong, and closes the socket when none comes within 10 s', () => {
  start();
  SocketDouble.last.open();
  for (let beats = 1; beats <= 3; beats += 1) {
    vi.advanceTimersByTime(24_999);
    expect(pings()).toBe(beats - 1);
    vi.advanceTimersByTime(1);
    expect(pings()).toBe(beats);
    SocketDouble.last.receive({ type: 'pong' });
  }
  vi.advanceTimersByTime(25_000 + 9_999);
  expect(SocketDouble.last.readyState).toBe(1);
  vi.advanceTimersByTime(1);
  expect(SocketDouble.last.readyState).toBe(3);
});

test('reconnects after 1, 2, 5 and 10 s, then every 10 s, and from the first delay again after it was ready', () => {
  start();
  for (const delay of [1_000, 2_000, 5_000, 10_000, 10_000, 10_000]) {
    const before = sockets();
    SocketDouble.last.close();
    vi.advanceTimersByTime(delay - 1);
    expect(sockets()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(sockets()).toBe(before + 1);
  }
  SocketDouble.last.open();
  SocketDouble.last.close(1001);
  const before = sockets();
  vi.advanceTimersByTime(1_000);
  expect(sockets()).toBe(before + 1);
});

test.each([
  [0, [800, 1_600, 4_000, 8_000, 8_000]],
  [1, [1_200, 2_400, 6_000, 12_000, 12_000]],
])('the delays vary by 20 %%, at random: %s (D62)', (random, delays) => {
  vi.mocked(Math.random).mockReturnValue(random);
  start();
  for (const delay of delays) {
    const before = sockets();
    SocketDouble.last.close();
    vi.advanceTimersByTime(delay - 1);
    expect(sockets()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(sockets()).toBe(before + 1);
  }
});

test('a connection that is not ready within 10 s is replaced, and its late opening is ignored', () => {
  start();
  const late = SocketDouble.last;
  vi.advanceTimersByTime(10_000);
  late.open();
  expect(late.readyState).toBe(3);
  vi.advanceTimersByTime(1_000);
  expect(sockets()).toBe(2);
});

test('the first connection asks for the signals since the page’s start, also without topics', () => {
  vi.advanceTimersByTime(8_000);
  start();
  vi.advanceTimersByTime(4_000);
  SocketDouble.last.open();
  expect(SocketDouble.last.sent).toEqual([{ type: 'join', topics: [], age_ms: 12_000 }]);
});

test('a resync follows a reconnect and a message of the server, not the first connection', () => {
  const { onResync } = start();
  SocketDouble.last.open();
  expect(onResync).not.toHaveBeenCalled();
  SocketDouble.last.receive({ type: 'resync' });
  expect(onResync).toHaveBeenCalledTimes(1);
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  expect(onResync).toHaveBeenCalledTimes(1);
  SocketDouble.last.open();
  expect(onResync).toHaveBeenCalledTimes(2);
});

test('a resync follows a first connection that was interrupted before it was open', () => {
  const { onResync } = start();
  page.dispatchEvent(new Event('offline'));
  SocketDouble.last.open();
  expect(onResync).toHaveBeenCalledTimes(1);
});

test('a resync follows a first connection that took two attempts', () => {
  const { onResync } = start();
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  SocketDouble.last.open();
  expect(onResync).toHaveBeenCalledTimes(1);
});

test.each([
  ['online', () => page.dispatchEvent(new Event('online'))],
  ['visible', () => tab.dispatchEvent(new Event('visibilitychange'))],
])('%s: reconnects at once while waiting, pings at once while open', (_name, happen) => {
  start();
  SocketDouble.last.close();
  happen();
  expect(sockets()).toBe(2);
  SocketDouble.last.open();
  happen();
  expect(pings()).toBe(1);
  vi.advanceTimersByTime(10_000 + 1_000);
  expect(sockets()).toBe(3);
});

test('a hidden page waits for its reconnect delay', () => {
  start();
  SocketDouble.last.close();
  tab.visibilityState = 'hidden';
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(sockets()).toBe(1);
});

test.each([
  [socketCloses.unauthenticated, '', 'unauthenticated'],
  [socketCloses.suspended, 'account_suspended', 'account_suspended'],
  [socketCloses.suspended, 'warung_suspended', 'warung_suspended'],
  [socketCloses.sessionEnded, 'signed_out', 'signed_out'],
  [socketCloses.sessionEnded, 'ended_elsewhere', 'ended_elsewhere'],
])('stays closed after %i %s', (code, reason, passedOn) => {
  const { onClosedForGood } = start();
  SocketDouble.last.open();
  SocketDouble.last.close(code, reason);
  page.dispatchEvent(new Event('online'));
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(onClosedForGood.mock.calls).toEqual([[passedOn]]);
  expect(sockets()).toBe(1);
});

test('after close() no callback is called, also while connecting', () => {
  const { realtime, onClosedForGood } = start();
  realtime.close();
  SocketDouble.last.open();
  expect(SocketDouble.last.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect([sockets(), onClosedForGood.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

test('subscriptions are counted, sent together, and sent again after a reconnect', async () => {
  const { realtime } = start();
  const post: Topic = 'post:1';
  vi.advanceTimersByTime(2_000);
  const unsubscribeFeed = realtime.subscribe('feed');
  const unsubscribeFeedToo = realtime.subscribe('feed');
  realtime.subscribe(post);
  await settle();
  expect(SocketDouble.last.sent).toEqual([]);
  SocketDouble.last.open();
  expect(SocketDouble.last.sent).toEqual([{ type: 'join', topics: ['feed', post], age_ms: 2_000 }]);
  unsubscribeFeed();
  unsubscribeFeed();
  await settle();
  expect(SocketDouble.last.sent).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  unsubscribeFeedToo();
  const unsubscribeBanners = realtime.subscribe('banners');
  await settle();
  expect(SocketDouble.last.sent.slice(1)).toEqual([
    { type: 'leave', topics: ['feed'] },
    { type: 'join', topics: ['banners'], age_ms: 15_000 },
  ]);
  unsubscribeBanners();
  realtime.subscribe('banners');
  await settle();
  expect(SocketDouble.last.sent).toHaveLength(3);
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  SocketDouble.last.open();
  expect(SocketDouble.last.sent).toEqual([{ type: 'join', topics: [post, 'banners'], age_ms: 0 }]);
});

test('messages and signals of a type that only a later release knows are left alone (D102)', () => {
  const { onSignal, onResync } = start();
  SocketDouble.last.open();
  onResync.mockClear();
  const later = { type: 'later_release', topic: 'feed', unread: 7, counts: {} };
  SocketDouble.last.receive(later as unknown as ServerMessage);
  SocketDouble.last.receive({ type: 'signal', topic: 'feed', signal: later as unknown as Signal });
  expect(onSignal).not.toHaveBeenCalled();
  expect(onResync).not.toHaveBeenCalled();
});

test('signals are passed on, except those of an abandoned socket', () => {
  const { onSignal } = start();
  const first = SocketDouble.last;
  first.open();
  first.receive({ type: 'signal', topic: 'feed', signal: { type: 'feed_changed' } });
  expect(onSignal.mock.calls).toEqual([['feed', { type: 'feed_changed' }]]);
  vi.advanceTimersByTime(35_000);
  first.receive({ type: 'signal', topic: 'feed', signal: { type: 'feed_changed' } });
  expect(onSignal).toHaveBeenCalledTimes(1);
});
