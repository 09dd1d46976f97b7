import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from '../calls/api-error.ts';
import { createPolling } from './realtime-polling.ts';
import type { PollingOptions } from './realtime-polling.ts';

const tab = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers();
  // This value gives the middle of the jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  tab.visibilityState = 'visible';
  vi.stubGlobal('document', tab);
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const nothing = { messages: [], again_after_ms: 15_000 };
const something = { messages: [{ type: 'resync' }], again_after_ms: 15_000 };

function start() {
  const host = {
    ask: vi.fn<PollingOptions['ask']>().mockResolvedValue(nothing),
    onMessages: vi.fn<PollingOptions['onMessages']>(),
    onSlow: vi.fn<PollingOptions['onSlow']>(),
    onSessionOver: vi.fn<PollingOptions['onSessionOver']>(),
  };
  let heardUntil = 0;
  host.onMessages.mockImplementation((_messages, until) => (heardUntil = until));
  const polling = createPolling({ ...host, followed: () => ({ topics: ['feed'], until: heardUntil }) });
  return { ...host, polling };
}
type Started = ReturnType<typeof start>;

/** Starts a page of which two sockets fail, but whose requests are answered. */
async function startSlow(): Promise<Started> {
  const started = start();
  for (let failures = 0; failures < 2; failures += 1) {
    started.polling.noteFailure();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(started.onSlow.mock.calls).toEqual([[true]]);
  started.ask.mockClear();
  return started;
}
/** How many requests a page sends in so many milliseconds. */
async function askedIn({ ask }: Started, ms: number): Promise<number> {
  ask.mockClear();
  await vi.advanceTimersByTimeAsync(ms);
  return ask.mock.calls.length;
}

test('it waits as long as the server says, and twice as long while nothing changes', async () => {
  const slow = await startSlow();
  slow.ask.mockResolvedValue({ ...something, again_after_ms: 40_000 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await askedIn(slow, 120_000)).toBe(3);
  slow.ask.mockResolvedValue({ ...nothing, again_after_ms: 40_000 });
  await vi.advanceTimersByTimeAsync(4 * 40_000);
  expect(await askedIn(slow, 240_000)).toBe(3);
});

test('it waits twice as long on a phone that is to load little', async () => {
  const slow = await startSlow();
  slow.ask.mockResolvedValue(something);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await askedIn(slow, 60_000)).toBe(4);
  vi.stubGlobal('localStorage', { getItem: () => 'on' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await askedIn(slow, 60_000)).toBe(2);
});

test('a page that is not seen does not ask, and asks at once when it is seen again', async () => {
  const slow = await startSlow();
  tab.visibilityState = 'hidden';
  expect(await askedIn(slow, 3_600_000)).toBe(0);
  tab.visibilityState = 'visible';
  slow.polling.askNow();
  expect(slow.ask).toHaveBeenCalledTimes(1);
  expect(slow.ask.mock.calls[0]?.[0].age_ms).toBeGreaterThan(3_600_000);
});

test('without an answer it is not the sockets that are missing, until requests are answered again', async () => {
  const slow = await startSlow();
  slow.ask.mockRejectedValue(networkError());
  await vi.advanceTimersByTimeAsync(15_000);
  expect(slow.onSlow.mock.calls).toEqual([[true], [false]]);
  slow.ask.mockResolvedValue(nothing);
  slow.polling.noteFailure();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(slow.onSlow).toHaveBeenCalledTimes(2);
  slow.polling.noteFailure();
  await vi.advanceTimersByTimeAsync(0);
  expect(slow.onSlow.mock.calls.at(-1)).toEqual([true]);
});

test('a server that is busy is asked half as often, and its refusal says nothing about sockets', async () => {
  const slow = await startSlow();
  slow.ask.mockRejectedValue(new ApiError('rate_limited', 429, 'Terlalu banyak permintaan.'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await askedIn(slow, 60_000)).toBe(2);
  expect(slow.onSlow).toHaveBeenCalledTimes(1);
});

test('a request that takes long does not count as the last, and no second one is sent meanwhile', async () => {
  const slow = await startSlow();
  slow.ask.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(something), 18_000)));
  await vi.advanceTimersByTimeAsync(14_000);
  slow.polling.askNow();
  slow.polling.noteFailure();
  expect(slow.ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(18_000 + 15_000);
  const [first, second] = slow.ask.mock.calls.map(([{ age_ms }]) => age_ms);
  expect(second).toBe((first ?? 0) + 18_000 + 15_000);
});

test('an answer that comes when a socket is open again is left alone', async () => {
  const slow = await startSlow();
  slow.onMessages.mockClear();
  slow.ask.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(something), 1_000)));
  slow.polling.askNow();
  slow.polling.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(slow.onMessages).not.toHaveBeenCalled();
  expect(slow.ask).toHaveBeenCalledTimes(1);
});
