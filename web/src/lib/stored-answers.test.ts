import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOthers, storeAnswers } from './stored-answers.ts';

/** What is stored, by the hashes of queries. */
const device = vi.hoisted(() => new Map<string, { account: string | null; data: unknown }>());
vi.mock('idb-keyval', () => ({
  clear: async () => device.clear(),
  setMany: async (written: [string, { account: string | null; data: unknown }][]) => {
    for (const [name, answer] of written) device.set(name, answer);
  },
}));
vi.mock('./device-store.ts', () => ({
  createDeviceStore: () => ({
    inStore: (work: () => Promise<unknown>) => work(),
    isSilent: () => false,
    deleteEntries: async (choose: (entries: [string, unknown][]) => string[]) =>
      choose([...device]).forEach((name) => device.delete(name)),
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
