import { socketCloses } from '@lapau/contract/signals';
import type { ClientMessage, ServerMessage, Topic } from '@lapau/contract/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRealtimeConnection } from './realtime-connection.ts';

/** The other end of a socket, as a test plays it. */
class SocketDouble extends EventTarget {
  static readonly CONNECTING = 0;
  static all: SocketDouble[] = [];
  static get last(): SocketDouble {
    return SocketDouble.all.at(-1)!;
  }
  readyState = SocketDouble.CONNECTING;
  sent: ClientMessage[] = [];

  constructor() {
    super();
    SocketDouble.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.hear({ say: 'ready' });
  }
  hear(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

let page: EventTarget;
let tab: EventTarget & { visibilityState?: string };

beforeEach(() => {
  vi.useFakeTimers();
  // the middle of the jitter
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  SocketDouble.all = [];
  page = new EventTarget();
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', SocketDouble);
  vi.stubGlobal('document', tab);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Options = Parameters<typeof createRealtimeConnection>[0];

const start = () => {
  const told = {
    onSignal: vi.fn<Options['onSignal']>(),
    onResync: vi.fn<Options['onResync']>(),
    onClosedForGood: vi.fn<Options['onClosedForGood']>(),
  };
  return { ...told, realtime: createRealtimeConnection({ url: 'ws://lapau.test/realtime', ...told }) };
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const sockets = () => SocketDouble.all.length;

test('pings 25 s after each answer, and gives the socket up when none comes within 10 s', () => {
  start();
  SocketDouble.last.open();
  for (let beats = 1; beats <= 3; beats += 1) {
    vi.advanceTimersByTime(24_999);
    expect(SocketDouble.last.sent).toHaveLength(beats - 1);
    vi.advanceTimersByTime(1);
    expect(SocketDouble.last.sent).toHaveLength(beats);
    SocketDouble.last.hear({ say: 'pong' });
  }
  vi.advanceTimersByTime(25_000 + 9_999);
  expect(SocketDouble.last.readyState).toBe(1);
  vi.advanceTimersByTime(1);
  expect(SocketDouble.last.readyState).toBe(3);
});

test('tries again after 1, 2, 5 and 10 s, then every 10, and from the start once it was ready', () => {
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

test('a connection that is not ready within 10 s is tried anew, and its late opening is ignored', () => {
  start();
  const late = SocketDouble.last;
  vi.advanceTimersByTime(10_000);
  late.open();
  expect(late.readyState).toBe(3);
  vi.advanceTimersByTime(1_000);
  expect(sockets()).toBe(2);
});

test('everything is fetched again after a reconnect, and when the server says so, not after the first connection', () => {
  const { onResync } = start();
  SocketDouble.last.open();
  expect(onResync).not.toHaveBeenCalled();
  SocketDouble.last.hear({ say: 'resync' });
  expect(onResync).toHaveBeenCalledTimes(1);
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  expect(onResync).toHaveBeenCalledTimes(1);
  SocketDouble.last.open();
  expect(onResync).toHaveBeenCalledTimes(2);
});

test('a first connection that took a second try fetches again too', () => {
  const { onResync } = start();
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  SocketDouble.last.open();
  expect(onResync).toHaveBeenCalledTimes(1);
});

test.each([
  ['online', () => page.dispatchEvent(new Event('online'))],
  ['visible', () => tab.dispatchEvent(new Event('visibilitychange'))],
])('%s: tries at once while waiting, asks at once while open', (_name, happen) => {
  start();
  SocketDouble.last.close();
  happen();
  expect(sockets()).toBe(2);
  SocketDouble.last.open();
  happen();
  expect(SocketDouble.last.sent).toEqual([{ do: 'ping' }]);
  vi.advanceTimersByTime(10_000 + 1_000);
  expect(sockets()).toBe(3);
});

test('a page that is hidden waits', () => {
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
])('stays closed after %i %s', (code, reason, told) => {
  const { onClosedForGood } = start();
  SocketDouble.last.open();
  SocketDouble.last.close(code, reason);
  page.dispatchEvent(new Event('online'));
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(onClosedForGood.mock.calls).toEqual([[told]]);
  expect(sockets()).toBe(1);
});

test('close() ends it without a word, also while connecting', () => {
  const { realtime, onClosedForGood } = start();
  realtime.close();
  SocketDouble.last.open();
  expect(SocketDouble.last.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect([sockets(), onClosedForGood.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
});

test('topics are counted, told together, and told again after a reconnect', async () => {
  const { realtime } = start();
  const post: Topic = 'post:1';
  const leaveFeed = realtime.join('feed');
  const leaveFeedToo = realtime.join('feed');
  realtime.join(post);
  await settle();
  expect(SocketDouble.last.sent).toEqual([]);
  SocketDouble.last.open();
  expect(SocketDouble.last.sent).toEqual([{ do: 'join', topics: ['feed', post] }]);
  leaveFeed();
  leaveFeed();
  await settle();
  expect(SocketDouble.last.sent).toHaveLength(1);
  leaveFeedToo();
  const leaveBanners = realtime.join('banners');
  await settle();
  expect(SocketDouble.last.sent.slice(1)).toEqual([
    { do: 'leave', topics: ['feed'] },
    { do: 'join', topics: ['banners'] },
  ]);
  leaveBanners();
  realtime.join('banners');
  await settle();
  expect(SocketDouble.last.sent).toHaveLength(3);
  SocketDouble.last.close();
  vi.advanceTimersByTime(1_000);
  SocketDouble.last.open();
  expect(SocketDouble.last.sent).toEqual([{ do: 'join', topics: [post, 'banners'] }]);
});

test('signals are handed on; one for a socket given up is not', () => {
  const { onSignal } = start();
  const first = SocketDouble.last;
  first.open();
  first.hear({ say: 'signal', topic: 'feed', signal: { type: 'feed_changed' } });
  expect(onSignal.mock.calls).toEqual([['feed', { type: 'feed_changed' }]]);
  vi.advanceTimersByTime(35_000);
  first.hear({ say: 'signal', topic: 'feed', signal: { type: 'feed_changed' } });
  expect(onSignal).toHaveBeenCalledTimes(1);
});
