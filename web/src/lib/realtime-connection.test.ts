import { socketCloses } from '@lapau/contract/signals';
import type { ClientMessage, ServerMessage, Signal, Topic } from '@lapau/contract/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createRealtimeConnection } from './realtime-connection.ts';
import type { RealtimeConnection } from './realtime-connection.ts';
// It is loaded by the connection, which these tests do not wait for.
import './realtime-polling.ts';

/** A WebSocket whose server side is played by the test. */
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
    this.receive({ type: 'ready' });
  }
  receive(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

let page: EventTarget;
let tab: EventTarget & { visibilityState?: string };

beforeEach(() => {
  vi.useFakeTimers();
  // The middle of the jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  SocketDouble.all = [];
  page = new EventTarget();
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', SocketDouble);
  vi.stubGlobal('document', tab);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(async () => {
  for (const realtime of started.splice(0)) realtime.close();
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const started: RealtimeConnection[] = [];
type Options = Parameters<typeof createRealtimeConnection>[0];

const start = () => {
  const callbacks = {
    onSignal: vi.fn<Options['onSignal']>(),
    onResync: vi.fn<Options['onResync']>(),
    onClosedForGood: vi.fn<Options['onClosedForGood']>(),
    onSlow: vi.fn<Options['onSlow']>(),
    ask: vi.fn<Options['ask']>().mockResolvedValue({ messages: [], again_after_ms: 15_000 }),
  };
  const realtime = createRealtimeConnection({ url: 'ws://lapau.test/realtime', ...callbacks });
  started.push(realtime);
  return { ...callbacks, realtime };
};
const settle = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};
/** Lets sockets fail one after another, or be cut five seconds after they are ready. */
async function loseSockets(count: number, how: 'refused' | 'cut' = 'refused'): Promise<void> {
  for (let lost = 0; lost < count; lost += 1) {
    if (how === 'cut') {
      SocketDouble.last.open();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    SocketDouble.last.close();
    await settle();
    if (lost < count - 1) await vi.advanceTimersByTimeAsync([1_000, 2_000, 5_000][lost] ?? 10_000);
  }
}
const sockets = () => SocketDouble.all.length;
const pings = () => SocketDouble.last.sent.filter(({ type }) => type === 'ping').length;

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

test('polls after sockets have failed, about every 15 s, and says so after two answers', async () => {
  const { ask, onSlow, realtime } = start();
  realtime.subscribe('feed');
  await loseSockets(1);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await loseSockets(1);
  expect(ask.mock.calls).toEqual([[{ topics: ['feed'], age_ms: 1_000 + 15_000 }]]);
  expect(onSlow).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  await loseSockets(1);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(onSlow.mock.calls).toEqual([[true]]);
  const before = sockets();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(ask.mock.calls.at(-1)).toEqual([{ topics: ['feed'], age_ms: 15_000 + 5_000 }]);
  expect(sockets()).toBeGreaterThan(before);
});

test('sockets that open and carry nothing, as behind a proxy that holds back what it gets, count as failures', async () => {
  const { onSlow } = start();
  for (const delay of [1_000, 2_000, 5_000]) {
    SocketDouble.last.readyState = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    await settle();
    await vi.advanceTimersByTimeAsync(delay);
  }
  expect(onSlow.mock.calls).toEqual([[true]]);
});

test('a socket that opens ends the polling, and is sent what came since the last answer', async () => {
  const { ask, onSlow, onResync } = start();
  await loseSockets(3);
  await vi.advanceTimersByTimeAsync(5_000);
  SocketDouble.last.open();
  expect(onSlow.mock.calls).toEqual([[true], [false]]);
  expect(SocketDouble.last.sent).toEqual([{ type: 'join', topics: [], age_ms: 5_000 + 15_000 }, { type: 'ping' }]);
  SocketDouble.last.receive({ type: 'pong' });
  const asked = ask.mock.calls.length;
  for (let beats = 0; beats < 4; beats += 1) {
    await vi.advanceTimersByTimeAsync(25_000);
    SocketDouble.last.receive({ type: 'pong' });
  }
  expect(ask).toHaveBeenCalledTimes(asked);
  expect(onResync).not.toHaveBeenCalled();
});

test('sockets that are cut again and again count as failures until one lasts', async () => {
  const { onSlow, onResync } = start();
  await loseSockets(3, 'cut');
  expect(onSlow.mock.calls).toEqual([[true]]);
  onResync.mockClear();
  await vi.advanceTimersByTimeAsync(5_000);
  SocketDouble.last.open();
  SocketDouble.last.receive({ type: 'pong' });
  expect(onResync).not.toHaveBeenCalled();
  expect(onSlow).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(25_000);
  SocketDouble.last.receive({ type: 'pong' });
  expect(onSlow.mock.calls).toEqual([[true], [false]]);
});

test('what a request brings counts as what a socket brings', async () => {
  const { ask, onSignal, onResync } = start();
  const signal: Signal = { type: 'settings_changed' };
  const messages = [{ type: 'signal', topic: 'settings', signal }, { type: 'resync' }];
  ask.mockResolvedValueOnce({ messages, again_after_ms: 15_000 });
  await loseSockets(2);
  expect(onSignal.mock.calls).toEqual([['settings', signal]]);
  expect(onResync).toHaveBeenCalledTimes(1);
});

test('a session that is over is told of by a request too', async () => {
  const { ask, onClosedForGood } = start();
  ask.mockRejectedValue(new ApiError('account_suspended', 403, 'Akun Anda ditangguhkan.'));
  await loseSockets(2);
  expect(onClosedForGood.mock.calls).toEqual([['unauthenticated']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ask.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test('after the network was away the sockets get their chance first', async () => {
  const { ask, onSlow } = start();
  await loseSockets(3);
  page.dispatchEvent(new Event('offline'));
  expect(onSlow.mock.calls).toEqual([[true], [false]]);
  const asked = ask.mock.calls.length;
  page.dispatchEvent(new Event('online'));
  await loseSockets(1);
  expect(ask).toHaveBeenCalledTimes(asked);
});

test('a connection that is closed while it polls asks no more', async () => {
  const { ask, realtime } = start();
  await loseSockets(3);
  const asked = ask.mock.calls.length;
  realtime.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ask.mock.calls.length, vi.getTimerCount()]).toEqual([asked, 0]);
});
