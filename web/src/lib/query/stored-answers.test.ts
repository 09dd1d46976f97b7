import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTimeOf } from '../device/server-time.ts';
import { forgetNames, forgetOthers, readAnswer, storeAnswers } from './stored-answers.ts';

/** The stored answers, by the hashes of queries. */
const device = vi.hoisted(() => new Map<string, { account: string | null; data: unknown }>());
vi.mock('idb-keyval', () => ({
  clear: async () => device.clear(),
  get: async (name: string) => device.get(name),
  setMany: async (written: [string, { account: string | null; data: unknown }][]) => {
    for (const [name, answer] of written) device.set(name, answer);
  },
}));
vi.mock('../device/device-database.ts', () => ({
  createDeviceDatabase: () => ({
    inStore: (work: () => Promise<unknown>) => work(),
    isSilent: () => false,
    deleteEntries: async (
      choose: (entries: [string, unknown][]) => string[],
      change: (entries: [string, unknown][]) => [string, never][] = () => [],
    ) => {
      const entries = [...device];
      for (const [name, answer] of change(entries)) device.set(name, answer);
      for (const name of choose(entries)) device.delete(name);
    },
  }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  device.clear();
});

const signIn = (client: QueryClient, id: string) => client.setQueryData(['session'], { session: { user: { id } } });
const store = async (client: QueryClient, name: string) => {
  await client.query({ queryKey: [name], queryFn: () => `what ${name} has`, meta: { stored: true } });
};
const stored = () => [...device.values()].map(({ account, data }) => [account, data]);

test('what somebody has seen until just before another one signs in is not stored as that one’s', async () => {
  const client = new QueryClient();
  signIn(client, 'uni');
  storeAnswers(client);
  await vi.advanceTimersByTimeAsync(1_000);
  await store(client, 'conversations');
  client.removeQueries({ queryKey: ['conversations'] });
  signIn(client, 'upik');
  await store(client, 'feed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored()).toEqual([['upik', 'what feed has']]);
});

test('with a block go the comments and notifications that are not on the screen; what is shown is fetched again (D129)', async () => {
  const client = new QueryClient();
  storeAnswers(client);
  signIn(client, 'uni');
  for (const name of ['comments', 'notifications', 'feed']) await store(client, name);
  const queryFn = vi.fn<() => Promise<string>>(async () => 'a thread');
  const shown = new QueryObserver(client, { queryKey: ['comments', 'shown'], queryFn, meta: { stored: true } });
  const close = shown.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(device.size).toBe(4);
  await forgetNames(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...device.keys()].toSorted()).toEqual(['["comments","shown"]', '["feed"]']);
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(['notifications'])).toBeUndefined();
  close();
});

test('what others have seen goes, and one’s own stays', async () => {
  const client = new QueryClient();
  storeAnswers(client);
  for (const account of ['uni', 'upik']) {
    signIn(client, account);
    await store(client, `feed of ${account}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await forgetOthers('upik');
  expect(stored()).toEqual([['upik', 'what feed of upik has']]);
});

const dayMs = 86_400_000;
const hearServer = (time: number) =>
  noteTimeOf(new Response('{}', { headers: { date: new Date(time).toUTCString(), 'lapau-oldest-protocol': '1' } }));

test('what is 30 days old goes, but not because the phone’s clock has jumped ahead', async () => {
  const start = Date.now();
  hearServer(start);
  const client = new QueryClient();
  signIn(client, 'uni');
  await store(client, 'feed');
  storeAnswers(client);
  await vi.advanceTimersByTimeAsync(1_000);
  const feed = client.getQueryCache().find({ queryKey: ['feed'] });
  if (!feed) throw new Error('The feed is not in the cache.');

  const startPage = async () => {
    const page = new QueryClient();
    signIn(page, 'uni');
    storeAnswers(page);
    await vi.advanceTimersByTimeAsync(1_000);
    return readAnswer(page, feed);
  };
  vi.setSystemTime(start + 400 * dayMs);
  expect(await startPage()).toMatchObject({ data: 'what feed has' });
  hearServer(start + dayMs);
  expect(await startPage()).toMatchObject({ data: 'what feed has' });
  hearServer(start + 400 * dayMs);
  expect(await startPage()).toBeUndefined();
  expect(stored()).toEqual([]);
});

test('an answer of a time to come is as old as now', async () => {
  const client = new QueryClient();
  signIn(client, 'uni');
  vi.setSystemTime(Date.now() + 400 * dayMs);
  await store(client, 'menu');
  storeAnswers(client);
  await vi.advanceTimersByTimeAsync(1_000);
  const menu = client.getQueryCache().find({ queryKey: ['menu'] });
  if (!menu) throw new Error('The menu is not in the cache.');
  vi.setSystemTime(Date.now() - 400 * dayMs);
  expect(await readAnswer(client, menu)).toMatchObject({ data: 'what menu has', updatedAt: Date.now() });
});

/** Stores an answer as an earlier page has left it. */
const keep = (name: string, updatedAt: number) =>
  device.set(name, { version: 1, updatedAt, account: 'uni', data: name } as never);

const startPage = async () => {
  const page = new QueryClient();
  signIn(page, 'uni');
  storeAnswers(page);
  await vi.advanceTimersByTimeAsync(1_000);
};

test('answers of a time to come go before others, and in 30 days', async () => {
  const start = Date.now();
  hearServer(start);
  const names = Array.from({ length: 300 }, (_one, index) => `right ${index}`);
  keep('ahead', start + 400 * dayMs);
  for (const name of names) keep(name, start - dayMs);
  await startPage();
  expect([...device.keys()]).toEqual(names);

  keep('ahead', start + 400 * dayMs);
  for (const name of names) device.delete(name);
  await startPage();
  expect(device.has('ahead')).toBe(true);
  vi.setSystemTime(start + 31 * dayMs);
  hearServer(start + 31 * dayMs);
  await startPage();
  expect(device.has('ahead')).toBe(false);
});

test('a clock that has gone back gives no answer another date', async () => {
  const start = Date.now();
  hearServer(start);
  keep('right', start);
  vi.setSystemTime(start - 400 * dayMs);
  await startPage();
  expect(device.get('right')).toMatchObject({ updatedAt: start });
});
