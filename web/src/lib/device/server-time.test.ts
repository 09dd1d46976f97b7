import { oldestProtocolHeader } from '@lapau/contract/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = Date.parse('2026-11-27T03:00:00Z');
const [ahead, behind] = [now + 400 * dayMs, Date.parse('2020-01-05T03:00:00Z')];

let device: Map<string, string>;

beforeEach(() => {
  device = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => device.get(key) ?? null,
    removeItem: (key: string) => void device.delete(key),
    setItem: (key: string, value: string) => void device.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is opened when the phone has this time. */
async function openPage(phone: number) {
  vi.setSystemTime(phone);
  vi.resetModules();
  const time = await import('./server-time.ts');
  const { startPageTime } = await import('./page-time.ts');
  startPageTime();
  return {
    ...time,
    hear: (server: number, headers: Record<string, string> = { [oldestProtocolHeader]: '1' }) =>
      time.noteTimeOf(new Response('{}', { headers: { date: new Date(server).toUTCString(), ...headers } })),
  };
}

describe.each([
  ['ahead', ahead],
  ['behind', behind],
])('on a phone whose clock is %s', (_name, phone) => {
  test('ages are counted by the server’s clock once it was heard, and go on', async () => {
    const page = await openPage(phone);
    const { formatTimeAgo } = await import('../format/time.ts');
    const posted = new Date(now - minuteMs).toISOString();
    expect(page.knownServerNow()).toBeUndefined();
    page.hear(now);
    expect(formatTimeAgo(posted)).toBe('1 menit yang lalu');
    vi.advanceTimersByTime(minuteMs);
    expect(formatTimeAgo(posted)).toBe('2 menit yang lalu');
    expect(page.phoneDateFault()).toBeUndefined();
    expect(page.isPhoneDateRight()).toBe(false);
  });

  test('the next page knows it before it was heard again', async () => {
    (await openPage(phone)).hear(now);
    expect((await openPage(phone + dayMs)).knownServerNow()).toBe(now + dayMs);
  });
});

test('a clock that is put back while a page is open changes nothing', async () => {
  const page = await openPage(ahead);
  page.hear(now);
  vi.advanceTimersByTime(minuteMs);
  vi.setSystemTime(now);
  expect(page.serverNow()).toBe(now + minuteMs);
  vi.setSystemTime(behind);
  expect(page.serverNow()).toBe(now + minuteMs);
});

test('a clock that is put back later gives no time before what was heard, and the right one once it is right', async () => {
  (await openPage(now)).hear(now);
  expect((await openPage(behind)).serverNow()).toBeGreaterThanOrEqual(now);
  (await openPage(ahead)).hear(now);
  expect((await openPage(now + 2 * dayMs)).serverNow()).toBe(now + 2 * dayMs);
});

test('what a cache or somebody else has answered tells no time', async () => {
  const page = await openPage(now);
  page.hear(now - dayMs, { [oldestProtocolHeader]: '1', age: '86400' });
  page.hear(now - dayMs, {});
  expect(page.knownServerNow()).toBeUndefined();
  page.hear(now, { [oldestProtocolHeader]: '1', age: '0' });
  expect(page.knownServerNow()).toBe(now);
});

test('who shows times is told when they change or the clock is put back, and not by each answer', async () => {
  const page = await openPage(ahead);
  const listener = vi.fn<() => void>();
  page.subscribeToServerTime(listener);
  page.hear(now);
  vi.advanceTimersByTime(5 * minuteMs);
  page.hear(now + 5 * minuteMs + 3_000);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.setSystemTime(now);
  page.hear(now + 5 * minuteMs + 4_000);
  page.hear(now + 5 * minuteMs + 5_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test.each([
  ['navigate', now],
  ['back_forward', undefined],
])('the page itself tells it: %s', async (type, known) => {
  vi.stubGlobal('document', { documentElement: { dataset: { now: String(now - 7_000) } } });
  vi.spyOn(performance, 'now').mockReturnValue(8_000);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, responseStart: 1_000 } as never]);
  const page = await openPage(ahead);
  expect(page.knownServerNow()).toBe(known);
  vi.restoreAllMocks();
});

describe('the phone’s date', () => {
  test.each([
    ['as before', now + minuteMs, undefined],
    ['a day back, as after a flight or by a wrong zone', now - dayMs + minuteMs, undefined],
    ['in 2020', behind, 'wrong'],
    ['four weeks later', now + 28 * dayMs, undefined],
    ['a year later', now + 365 * dayMs, 'doubtful'],
  ])('%s', async (_name, phone, fault) => {
    (await openPage(now)).hear(now);
    expect((await openPage(phone)).phoneDateFault()).toBe(fault);
  });

  test('one that was always wrong is not why nothing is answered now, nor one that is put right', async () => {
    (await openPage(behind)).hear(now);
    expect((await openPage(behind + dayMs)).phoneDateFault()).toBeUndefined();
    expect((await openPage(now + dayMs)).phoneDateFault()).toBeUndefined();
    (await openPage(ahead)).hear(now);
    expect((await openPage(now + dayMs)).phoneDateFault()).toBeUndefined();
  });

  test('a server whose own clock was ahead does not make it wrong', async () => {
    (await openPage(now)).hear(ahead);
    expect((await openPage(now + dayMs)).phoneDateFault()).toBeUndefined();
  });

  test('of a device that has heard nothing yet nothing is said, and its clock counts', async () => {
    const page = await openPage(behind);
    expect([page.phoneDateFault(), page.isPhoneDateRight(), page.serverNow()]).toEqual([undefined, true, behind]);
  });

  test('only one that is the server’s makes anything too old', async () => {
    (await openPage(now)).hear(now);
    expect((await openPage(now + dayMs)).isPhoneDateRight()).toBe(true);
    expect((await openPage(ahead)).isPhoneDateRight()).toBe(false);
    // A date that stays may be right, if the phone has not been used for long.
    expect((await openPage(ahead + dayMs)).isPhoneDateRight()).toBe(true);
    const page = await openPage(ahead);
    page.hear(now);
    expect(page.isPhoneDateRight()).toBe(false);
  });

  test('one that is wrong all the time, as the server says each day, is as good after a day', async () => {
    const first = await openPage(ahead);
    first.hear(now);
    expect(first.isPhoneDateRight()).toBe(false);
    const next = await openPage(ahead + dayMs + minuteMs);
    next.hear(now + dayMs + minuteMs);
    expect(next.isPhoneDateRight()).toBe(true);
    // A right date in between makes the doubt begin anew.
    (await openPage(now + 2 * dayMs)).hear(now + 2 * dayMs);
    const again = await openPage(ahead + 3 * dayMs);
    again.hear(now + 3 * dayMs);
    expect(again.isPhoneDateRight()).toBe(false);
  });
});
