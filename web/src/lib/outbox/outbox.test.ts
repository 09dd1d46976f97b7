import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorOfResponse } from '../calls/api-error.ts';
import { queueOf } from './queue.ts';
import { whyStuck } from './state.ts';
import { createDevice, freeLock, openTab } from './test-tab.ts';

const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });

beforeEach(() => {
  vi.useFakeTimers();
  setOnline(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change shows at once, is stored before it is sent, and leaves after its answer', async () => {
  const { device, requests, applied, submit, shown, settle } = openTab();
  const answer = submit(false);
  expect(shown()).toEqual([false]);
  await settle();
  expect(device.stored.get('cook')).toHaveLength(1);
  requests[0]?.answer();
  await settle();
  expect([shown(), device.stored.get('cook'), applied]).toEqual([[], [], [{ open: false }]]);
  expect(await answer).toEqual({ type: 'sent', answer: 'stored' });
});

test('one request a queue at a time, and of the changes made meanwhile only the last is sent', async () => {
  const { requests, submit, shown, settle } = openTab();
  void submit(false);
  await settle();
  for (const open of [true, false, true]) void submit(open);
  await settle();
  expect([requests.length, shown()]).toEqual([1, [true]]);
  requests[0]?.answer();
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, true]);
});

test('a change that is taken back before it was ever tried is nothing', async () => {
  const { device, requests, outbox, submit, shown, settle } = openTab(createDevice(), { cancels: true });
  void submit(false, 'first');
  await settle();
  requests[0]?.fail();
  await settle();
  // The first change was tried, and may have arrived: the change that takes it back is sent.
  void submit(true, 'first');
  expect(shown()).toEqual([true]);
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, true]);
  requests[1]?.answer();
  await settle();

  void submit(false, 'second');
  void submit(true, 'second');
  expect(shown()).toEqual([]);
  await settle();
  expect([shown(), device.stored.get('cook'), requests.length]).toEqual([[], [], 2]);
  expect(outbox.state().stuck.size).toBe(0);
});

test('a change that was only tried without a network has never left the phone, and taken back it is nothing', async () => {
  const { device, requests, submit, shown, settle } = openTab(createDevice(), { cancels: true });
  setOnline(false);
  void submit(false);
  await settle();
  requests[0]?.fail();
  await settle();
  void submit(true);
  await settle();
  expect([shown(), device.stored.get('cook'), requests.length]).toEqual([[], [], 1]);

  // A change that was tried before the network went may have arrived.
  setOnline(true);
  void submit(false);
  await settle();
  requests[1]?.fail();
  setOnline(false);
  await vi.advanceTimersByTimeAsync(2_000);
  requests[2]?.fail();
  await settle();
  void submit(true);
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, false, false, true]);
});

test('what another tab has sent is not stuck in this one any more', async () => {
  const here = openTab();
  const there = openTab(here.device);
  void here.submit(false);
  await here.settle();
  here.requests[0]?.fail();
  await here.settle();
  expect(here.outbox.state().stuck.size).toBe(1);
  there.outbox.retry();
  await there.settle();
  there.requests[0]?.answer();
  await there.settle();
  expect([here.requests.length, here.shown(), here.outbox.state().stuck.size]).toEqual([1, [], 0]);
});

test('what is forgotten for an account is not sent any more', async () => {
  const killed = openTab();
  void killed.submit(false);
  await killed.settle();
  await killed.outbox.forget('cook');
  const next = openTab(killed.device, { lock: freeLock });
  await next.settle();
  expect([next.shown(), next.requests]).toEqual([[], []]);
});

test('without supersede all are sent in their order, and queues do not wait for each other', async () => {
  const { requests, submit, settle } = openTab(createDevice(), { keepsAll: true });
  for (const open of [true, false]) void submit(open, 'one');
  await settle();
  expect(requests).toHaveLength(1);
  requests[0]?.answer();
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([true, false]);
});

test('without an answer it is tried again ever later, at most after a minute, and shows as stuck', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  const pauses: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const count = requests.length;
    requests.at(-1)?.fail();
    const from = Date.now();
    await settle();
    expect(outbox.state().stuck.size).toBe(1);
    while (requests.length === count) await vi.advanceTimersByTimeAsync(100);
    pauses.push(Math.round((Date.now() - from) / 1000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  requests.at(-1)?.answer();
  await settle();
  expect([outbox.state().stuck.size, outbox.state().entries]).toEqual([0, []]);
});

test('what the server takes only later is kept and says why, until it is taken', async () => {
  const { device, requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail(errorOfResponse(429, { code: 'too_many_unanswered', message: 'Satu per menit.' }));
  await settle();
  expect([[...outbox.state().stuck.values()], device.stored.get('cook')?.length]).toEqual([['Satu per menit.'], 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  requests[1]?.fail();
  await settle();
  expect([...outbox.state().stuck.values()]).toEqual([null]);
  await vi.advanceTimersByTimeAsync(2_000);
  requests[2]?.answer();
  await settle();
  expect([outbox.state().stuck.size, outbox.state().entries]).toEqual([0, []]);
});

test.each([
  [404, 'unknown_call', 'Muat ulang halaman.'],
  [421, 'foreign_host', 'Alamat ini salah.'],
  [503, 'not_ready', 'Server sedang tidak siap.', ' Coba lagi sebentar lagi.'],
])(
  'what is answered %i %s does not wait for the signal: it says why, and not to try again',
  async (status, code, text, advice = '') => {
    const { requests, outbox, submit, settle } = openTab();
    void submit(false);
    await settle();
    requests[0]?.fail(errorOfResponse(status, { code, message: text + advice }));
    await settle();
    expect([...outbox.state().stuck.values()]).toEqual([text]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(2);
  },
);

test('without a network what waits does so for the signal, whatever the server said before', async () => {
  const { requests, outbox, submit, settle } = openTab();
  const why = () => outbox.state().entries.map((entry) => whyStuck(outbox.state(), queueOf(entry)));
  void submit(false);
  await settle();
  requests[0]?.fail(errorOfResponse(503, { code: 'not_ready', message: 'Server sedang tidak siap.' }));
  await settle();
  expect(why()).toEqual(['Server sedang tidak siap.']);
  const told = vi.fn<() => void>();
  outbox.subscribe(told);
  onlineManager.setOnline(false);
  expect([why(), told.mock.calls.length]).toEqual([[null], 1]);
  onlineManager.setOnline(true);
  expect(why()).toEqual(['Server sedang tidak siap.']);
});

test('what the server takes at a time that it has said is sent then, and says when', async () => {
  vi.setSystemTime(new Date('2026-11-26T07:05:00Z'));
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  const message = 'Paling banyak 20 menu. Coba lagi nanti.';
  const headers = new Headers({ 'retry-after': '1800' });
  requests[0]?.fail(errorOfResponse(429, { code: 'too_many_dishes', message }, headers));
  await settle();
  expect([...outbox.state().stuck.values()]).toEqual(['Paling banyak 20 menu. Akan dikirim otomatis pukul 14.35.']);
  await vi.advanceTimersByTimeAsync(1_799_000);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  requests[1]?.answer();
  await settle();
  expect(outbox.state().entries).toEqual([]);
});

test.each([
  ['of a person who was suspended', 403, 'account_suspended'],
  ['of a server of another release', 404, 'unknown_call'],
])('an answer %s that the worker has stored does not count: the request is made again', async (_what, status, code) => {
  const device = createDevice();
  const response = { status, body: { code, message: 'Tidak bisa.' }, at: Date.now() };
  device.stored.set('cook', [
    { id: 'stored', kind: 'stall', subject: 'mine', change: { open: false }, at: Date.now(), response },
  ]);
  const { requests, applied, settle } = openTab(device);
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests.map(({ choice }) => choice)).toEqual([{ open: false }]);
  requests[0]?.answer();
  await settle();
  expect([applied, device.stored.get('cook')]).toEqual([[{ open: false }], []]);
});

test.each([
  ['network', (isBack: boolean) => onlineManager.setOnline(isBack)],
  ['page', (isBack: boolean) => focusManager.setFocused(isBack)],
])('what got no answer is tried again at once when the %s is back', async (_what, set) => {
  const { requests, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail();
  set(false);
  await settle();
  expect(requests).toHaveLength(1);
  set(true);
  await settle();
  expect(requests).toHaveLength(2);
});

test('a request that hangs shows as stuck after seconds and is given up after a while', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([outbox.state().stuck.size, requests.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(2);
});

test('the age is counted from the tap, also after a retry', async () => {
  const { requests, outbox, submit, settle } = openTab();
  void submit(false);
  await settle();
  requests[0]?.fail();
  await settle();
  await vi.advanceTimersByTimeAsync(500);
  outbox.retry();
  await settle();
  expect(requests[1]?.ageMs).toBeGreaterThanOrEqual(500);
});

test('a change made during a request is not dated before that request’s arrival', async () => {
  const { requests, submit, settle } = openTab();
  void submit(false);
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  void submit(true);
  await vi.advanceTimersByTimeAsync(5_000);
  requests[0]?.answer();
  await settle();
  expect(requests[1]?.choice.open).toBe(true);
  expect(requests[1]?.ageMs).toBeLessThan(50);
});

test('what a killed page had not sent is sent by the next one, for its account only', async () => {
  const killed = openTab();
  void killed.submit(false);
  await killed.settle();
  const other = openTab(killed.device, { account: 'somebody else' });
  await other.settle();
  expect([other.requests.length, other.shown()]).toEqual([0, []]);
  const next = openTab(killed.device, { lock: freeLock });
  await next.settle();
  expect([next.shown(), next.requests.map(({ choice }) => choice.open)]).toEqual([[false], [false]]);
});

test('a change of a kind that only a later release knows stays for a page of that, and holds nothing up (D102)', async () => {
  const device = createDevice();
  const later = { id: 'later', kind: 'later_release', subject: 'stall', change: { open: 'maybe' }, at: Date.now() };
  device.stored.set('cook', [later]);
  const tab = openTab(device);
  await tab.settle();
  void tab.submit(false);
  await tab.settle();
  tab.requests[0]?.answer();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([tab.requests.length, device.stored.get('cook')]).toEqual([1, [later]]);
});

test('two tabs send a change once', async () => {
  const first = openTab();
  const second = openTab(first.device);
  void first.submit(false);
  await first.settle();
  await second.settle();
  expect(second.shown()).toEqual([false]);
  first.requests[0]?.answer();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([first.requests.length, second.requests.length, second.shown()]).toEqual([1, 0, []]);
});

test('a refusal takes the change back, an ended session keeps it', async () => {
  const { device, requests, applied, submit, shown, settle } = openTab();
  const refused = submit(false);
  await settle();
  requests[0]?.fail(errorOfResponse(403, { code: 'forbidden', message: 'Tidak boleh.' }));
  await settle();
  expect([shown(), applied, await refused]).toEqual([[], [], { type: 'refused' }]);
  void submit(false);
  await settle();
  requests[1]?.fail(errorOfResponse(401, { code: 'unauthenticated', message: 'Masuk dulu.' }));
  await settle();
  expect(device.stored.get('cook')).toHaveLength(1);
});

test('a change that ends by itself may take long, and does not show as waiting meanwhile', async () => {
  const { outbox, requests, submit, shown, settle } = openTab(createDevice(), { endsItself: true });
  void submit(false);
  await settle();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([requests.length, outbox.state().stuck.size]).toEqual([1, 0]);
  requests[0]?.answer();
  await settle();
  expect(shown()).toEqual([]);
});
