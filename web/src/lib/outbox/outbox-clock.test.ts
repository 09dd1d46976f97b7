import { oldestProtocolHeader } from '@lapau/contract/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTimeOf } from '../device/server-time.ts';
import { openTab } from './test-tab.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = Date.parse('2026-11-27T03:00:00Z');

/** The server answers calls at this time. */
const answerCalls = (server: number) =>
  vi.stubGlobal('fetch', async () =>
    Response.json(null, { headers: { date: new Date(server).toUTCString(), [oldestProtocolHeader]: '1' } }),
  );

/** Has the page hear this time from the server. */
const hear = (server: number) =>
  noteTimeOf(new Response('{}', { headers: { date: new Date(server).toUTCString(), [oldestProtocolHeader]: '1' } }));

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal('navigator', { onLine: true });
  hear(now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab with a change that has not been sent. */
async function waiting(options: Parameters<typeof openTab>[1] = {}) {
  const tab = openTab(undefined, options);
  void tab.submit(false);
  await tab.settle();
  tab.requests[0]?.fail();
  await tab.settle();
  return tab;
}

test.each([
  ['has jumped ahead', 400 * dayMs],
  ['has been put back', -2500 * dayMs],
])('a change is as old as the server says when the phone’s clock %s since', async (_name, jumpMs) => {
  const { requests, outbox, settle } = await waiting();
  vi.setSystemTime(now + jumpMs);
  hear(now + 10 * minuteMs);
  outbox.retry();
  await settle();
  expect(requests[1]?.ageMs).toBeGreaterThan(9 * minuteMs);
  expect(requests[1]?.ageMs).toBeLessThan(11 * minuteMs);
});

test('a change that was made while the clock was wrong is no older than what was heard before', async () => {
  vi.setSystemTime(Date.parse('2020-01-05T03:00:00Z'));
  const { requests, outbox, settle } = await waiting();
  vi.setSystemTime(now + 60 * minuteMs);
  hear(now + 60 * minuteMs);
  outbox.retry();
  await settle();
  expect(requests[1]?.ageMs).toBeLessThan(61 * minuteMs);
});

test('a clock that jumps ahead without a signal drops nothing, and what waited is sent once it is right', async () => {
  const { requests, outbox, device, shown, settle } = await waiting();
  vi.setSystemTime(now + 400 * dayMs);
  outbox.retry();
  await settle();
  requests[1]?.fail();
  await settle();
  expect([shown(), device.stored.get('cook')?.length]).toEqual([[false], 1]);
  vi.setSystemTime(now + minuteMs);
  hear(now + minuteMs);
  outbox.retry();
  await settle();
  requests.at(-1)?.answer();
  await settle();
  expect(device.stored.get('cook')).toEqual([]);
});

test.each([
  ['is sent with', {}],
  ['that is held when it is old is sent with', { holds: true }],
])('a change %s its age though nothing was answered yet since the clock jumped', async (_name, options) => {
  const { requests, outbox, device, settle } = await waiting(options);
  vi.setSystemTime(now + 40 * dayMs);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  outbox.retry();
  await settle();
  expect([requests.length, device.stored.get('cook')?.length]).toEqual([1, 1]);
  answerCalls(now + 10 * minuteMs);
  outbox.retry();
  await settle();
  expect(requests[1]?.ageMs).toBeGreaterThan(9 * minuteMs);
  expect(requests[1]?.ageMs).toBeLessThan(11 * minuteMs);
});

test('a phone that was behind all the time drops nothing before the server has said what time it is', async () => {
  vi.setSystemTime(now - 20 * dayMs);
  hear(now);
  const { outbox, shown, settle } = await waiting();
  vi.setSystemTime(now + 15 * dayMs);
  outbox.retry();
  await settle();
  expect(shown()).toEqual([false]);
});
