import type { Signal } from '@lapau/contract/signals';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../calls/api-error.ts';
import { page, settle, SocketDouble, sockets, start } from './realtime-double.ts';

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
