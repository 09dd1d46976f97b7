import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noteTimeOf } from '../lib/device/server-time.ts';
import { createDevice, openTab } from '../lib/outbox/test-tab.ts';
import { sendWaiting } from './waiting.ts';

type Reply = { status?: number; body?: unknown } | 'no network' | 'no JSON';

/** The person who is signed in; null for nobody. */
let account: string | null;
/** The person who signs in as soon as the worker has asked who is signed in. */
let nextAccount: string | undefined;
let isSeen: boolean;
/** The server's answers to the changes, one after another; then 200. */
let replies: Reply[];
let oldestProtocol: number;
/** The server's clock, if it tells the time. */
let serverTime: number | undefined;
let calls: { path: string; input: Record<string, unknown> }[];

const signedOut = { status: 401, body: { code: 'unauthenticated', message: 'Masuk dulu.' } };
const otherAccount = { status: 409, body: { code: 'other_account', message: 'Orang lain.' } };
const refusal = { status: 403, body: { code: 'forbidden', message: 'Tidak boleh.' } };

function responseTo(path: string, sender: string | undefined): Response {
  const session: Reply = { body: account === null ? null : { user: { id: account } } };
  const asked: Reply = sender === account ? (replies.shift() ?? { body: 'stored' }) : otherAccount;
  const reply = path === '/rpc/get_session' ? session : asked;
  account = nextAccount ?? account;
  if (reply === 'no network') throw new TypeError('Failed to fetch');
  if (reply === 'no JSON') return new Response('<h1>Selamat datang di WiFi</h1>');
  const headers = {
    'lapau-oldest-protocol': String(oldestProtocol),
    ...(serverTime !== undefined && { date: new Date(serverTime).toUTCString() }),
  };
  return Response.json(reply.body, { status: reply.status ?? 200, headers });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  [account, isSeen, replies, oldestProtocol, calls] = ['cook', false, [], 1, []];
  [nextAccount, serverTime] = [undefined, Date.now()];
  noteTimeOf(responseTo('/rpc/get_session', undefined));
  serverTime = undefined;
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    calls.push({ path, input: JSON.parse(body) as Record<string, unknown> });
    return responseTo(path, headers['lapau-account']);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A phone whose page was closed before these changes were sent. */
async function closedWith(choices: boolean[], options: Parameters<typeof openTab>[1] = {}) {
  const device = createDevice();
  const tab = openTab(device, { calls: true, keepsAll: true, ...options });
  replies = choices.map(() => 'no network' as const);
  for (const open of choices) void tab.submit(open);
  await tab.settle();
  tab.outbox.close();
  [replies, calls] = [[], []];
  return {
    device,
    /** Wakes the worker, as the browser does when it has a network. */
    sync: () => sendWaiting({ storage: device.storage, tabs: device.openTabs() }, async () => isSeen),
    stored: () => device.stored.get('cook') ?? [],
    reopen: async () => {
      const again = openTab(device, { calls: true, keepsAll: true, ...options });
      await again.settle();
      return again;
    },
  };
}

const sent = () => calls.filter(({ path }) => path === '/rpc/set_warung_open').map(({ input }) => input.is_open);

test('what waits is sent in its order, once, with its age; the next page shows the answers and sends nothing', async () => {
  const { sync, reopen, stored } = await closedWith([false, true]);
  vi.setSystemTime(Date.now() + 60_000);
  await sync();
  expect(sent()).toEqual([false, true]);
  expect(calls.at(-1)?.input.age_ms).toBeGreaterThanOrEqual(60_000);
  await sync();
  expect(sent()).toHaveLength(2);

  const again = await reopen();
  expect(again.applied.map(({ open }) => open)).toEqual([false, true]);
  expect([again.shown(), stored(), sent()]).toEqual([[], [], [false, true]]);
});

test('the age is that by the server’s clock when the phone’s has jumped ahead meanwhile', async () => {
  const { sync } = await closedWith([false]);
  serverTime = Date.now() + 60_000;
  vi.setSystemTime(Date.now() + 400 * 86_400_000);
  await sync();
  expect(sent()).toEqual([false]);
  expect(calls.at(-1)?.input.age_ms).toBeLessThan(120_000);
});

test('a refusal ends its queue, and the next page says so and goes on', async () => {
  const { sync, reopen } = await closedWith([false, true]);
  replies = [refusal];
  await sync();
  await sync();
  expect(sent()).toEqual([false]);
  const again = await reopen();
  expect(again.applied.map(({ open }) => open)).toEqual([true]);
  expect([again.shown(), sent()]).toEqual([[], [false, true]]);
});

test('a change of a kind that holds is held by the next page when the worker was refused, and sent when it is released', async () => {
  const { sync, reopen, stored } = await closedWith([false], { holds: true });
  replies = [refusal];
  await sync();
  const again = await reopen();
  expect(stored()[0]?.held).toMatchObject({ because: 'refused', reason: 'Tidak boleh.' });
  await again.outbox.release(stored().map(({ id }) => id));
  await again.settle();
  expect([sent(), again.shown()]).toEqual([[false, false], []]);
});

test('what a page has set aside holds up nothing, and is not sent again', async () => {
  const { sync, reopen, stored } = await closedWith([false], { hasPlace: false });
  replies = [refusal];
  const page = await reopen();
  expect(stored()[0]?.held).toMatchObject({ because: 'refused' });
  replies = ['no network'];
  void page.submit(true);
  await page.settle();
  page.outbox.close();
  [replies, calls] = [[], []];
  await sync();
  expect(sent()).toEqual([true]);
  expect(stored().map(({ response }) => response?.status)).toEqual([undefined, 200]);
});

describe('is tried again later', () => {
  const later: [string, Reply][] = [
    ['no network', 'no network'],
    ['a captive portal', 'no JSON'],
    ['too many requests', { status: 429, body: { code: 'rate_limited', message: 'Nanti.' } }],
    ['a server that cannot serve', { status: 503, body: { code: 'not_ready', message: 'Nanti.' } }],
    ['a proxy without a server', { status: 502, body: {} }],
    ['a session that has just ended', signedOut],
  ];
  test.each(later)('%s', async (_name, reply) => {
    const { sync, stored } = await closedWith([false, true]);
    replies = [reply];
    await expect(sync()).rejects.toThrow(/Failed to fetch|Tidak dapat terhubung|Nanti|Terjadi kesalahan|Masuk dulu/);
    expect([sent(), stored().map(({ response }) => response)]).toEqual([[false], [undefined, undefined]]);
    // The first request may have arrived in part: it is the same change again.
    await sync();
    expect(sent()).toEqual([false, false, true]);
  });
});

test('what one queue has too much of waits, and the others are sent', async () => {
  const device = createDevice();
  const tab = openTab(device, { calls: true, keepsAll: true });
  replies = ['no network', 'no network'];
  void tab.submit(false, 'one');
  void tab.submit(true, 'another');
  await tab.settle();
  tab.outbox.close();
  replies = [{ status: 429, body: { code: 'too_many_comments', message: 'Nanti.' } }];
  calls = [];
  await expect(sendWaiting({ storage: device.storage, tabs: device.openTabs() }, async () => isSeen)).rejects.toThrow(
    'Nanti',
  );
  expect(sent()).toEqual([false, true]);
  expect(device.stored.get('cook')?.map(({ response }) => response?.status)).toEqual([undefined, 200]);
});

describe('is left to a page', () => {
  test('while somebody looks at one', async () => {
    const { sync } = await closedWith([false]);
    isSeen = true;
    await sync();
    expect(calls).toEqual([]);
    isSeen = false;
    await sync();
    expect(sent()).toEqual([false]);
  });

  test('of nobody, and of another account than the one that is signed in', async () => {
    const { sync } = await closedWith([false]);
    for (const other of [null, 'neighbour']) {
      account = other;
      await sync();
    }
    expect(sent()).toEqual([]);
  });

  test('when the server does not speak with the app that has stored it', async () => {
    const { sync, reopen } = await closedWith([false]);
    oldestProtocol = 2;
    await sync();
    expect(sent()).toEqual([]);
    await reopen();
    expect(sent()).toEqual([false]);
  });

  test('when it takes several requests', async () => {
    const { sync, stored } = await closedWith([false], { calls: false });
    await sync();
    expect([sent(), stored().length]).toEqual([[], 1]);
  });

  test('when the person may have to be asked: it is a day old, or was stopped', async () => {
    const { device, sync } = await closedWith([false], { holds: true });
    const entries = await device.storage.read('cook');
    await device.storage.update('cook', () => entries.map((entry) => ({ ...entry, held: { because: 'stopped' } })));
    await sync();
    await device.storage.update('cook', () => entries);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await sync();
    expect(sent()).toEqual([]);
  });
});

test('what somebody else’s session would send, who has signed in since the worker asked, waits for its own person', async () => {
  const { sync, stored } = await closedWith([false, true]);
  nextAccount = 'neighbour';
  await expect(sync()).rejects.toThrow('Orang lain');
  expect(stored().map(({ response }) => response)).toEqual([undefined, undefined]);
  [nextAccount, account] = [undefined, 'cook'];
  await sync();
  expect(stored().map(({ response }) => response?.status)).toEqual([200, 200]);
});

test('a hidden page and the worker send a change once', async () => {
  const { device, sync, reopen } = await closedWith([false]);
  const [again] = await Promise.all([reopen(), sync()]);
  await again.settle();
  expect([sent(), again.applied.length, device.stored.get('cook')]).toEqual([[false], 1, []]);
});

test('a page that gets no answer asks to be helped', async () => {
  const wakeWorker = vi.fn<() => void>();
  await closedWith([false], { wakeWorker });
  expect(wakeWorker).toHaveBeenCalledOnce();
});
