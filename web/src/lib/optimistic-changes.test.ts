import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createOptimisticChanges } from './optimistic-changes.ts';

type Toggle = { id: string; on: boolean };

/** Toggles whose requests are answered by hand. */
function openToggles(retry?: number) {
  const requests: (Toggle & { answer: (on: boolean) => void; fail: () => void })[] = [];
  const applied: [id: string, answer: boolean][] = [];
  const failed: [id: string, on: boolean, reason: string][] = [];
  const settled: string[] = [];
  const toggles = createOptimisticChanges<Toggle, boolean>({
    send: ({ id, on }) =>
      new Promise((answer, reject) => {
        requests.push({ id, on, answer, fail: () => reject(new Error('connection lost')) });
      }),
    applyAnswer: (_client, { id }, answer) => applied.push([id, answer]),
    onError: ({ id, on }, error) => failed.push([id, on, error.message]),
    onSettled: (_client, id) => settled.push(id),
    retry,
  });
  const client = new QueryClient({ defaultOptions: { mutations: { retryDelay: 0 } } });
  const submit = (id: string, on: boolean) => toggles.submit(client, { id, on });
  const pendingOf = (id: string) => toggles.pending().get(id)?.on;
  const waitForRequests = (count: number) => vi.waitUntil(() => requests.length === count);
  return { requests, applied, failed, settled, toggles, submit, pendingOf, waitForRequests };
}

test('a change is pending at once, and no longer after its answer was applied', async () => {
  const { requests, applied, settled, submit, pendingOf, waitForRequests } = openToggles();
  submit('soto', true);
  expect(pendingOf('soto')).toBe(true);
  await waitForRequests(1);
  requests[0]?.answer(true);
  await vi.waitUntil(() => pendingOf('soto') === undefined);
  expect(applied).toEqual([['soto', true]]);
  expect(settled).toEqual(['soto']);
});

test('of several taps during a request only the last wanted state is sent (D28)', async () => {
  const { requests, settled, submit, pendingOf, waitForRequests } = openToggles();
  submit('soto', true);
  await waitForRequests(1);
  for (const on of [false, true, false, true, false]) submit('soto', on);
  expect(pendingOf('soto')).toBe(false);
  requests[0]?.answer(true);
  await waitForRequests(2);
  expect(pendingOf('soto')).toBe(false);
  requests[1]?.answer(false);
  await vi.waitUntil(() => pendingOf('soto') === undefined);
  expect(requests.map(({ on }) => on)).toEqual([true, false]);
  expect(settled).toEqual(['soto']);
});

test('taps that end in the state already requested send no second request', async () => {
  const { requests, submit, pendingOf, waitForRequests } = openToggles();
  submit('soto', true);
  await waitForRequests(1);
  submit('soto', false);
  submit('soto', true);
  requests[0]?.answer(true);
  await vi.waitUntil(() => pendingOf('soto') === undefined);
  expect(requests).toHaveLength(1);
});

test('a failure drops the change and reports it, and the next tap sends a new request', async () => {
  const { requests, applied, failed, settled, submit, pendingOf, waitForRequests } = openToggles();
  submit('soto', true);
  await waitForRequests(1);
  requests[0]?.fail();
  await vi.waitUntil(() => pendingOf('soto') === undefined);
  expect({ applied, failed, settled }).toEqual({
    applied: [],
    failed: [['soto', true, 'connection lost']],
    settled: ['soto'],
  });
  submit('soto', true);
  await waitForRequests(2);
});

test('a change stays pending while it is retried, and the retry sends the last wanted state', async () => {
  const { requests, applied, failed, settled, submit, pendingOf, waitForRequests } = openToggles(1);
  submit('soto', true);
  await waitForRequests(1);
  submit('soto', false);
  requests[0]?.fail();
  await waitForRequests(2);
  expect(pendingOf('soto')).toBe(false);
  expect({ sent: requests[1]?.on, failed, settled }).toEqual({ sent: false, failed: [], settled: [] });
  requests[1]?.answer(false);
  await vi.waitUntil(() => pendingOf('soto') === undefined);
  expect(applied).toEqual([['soto', false]]);
});

test('a tap right after the answer is sent', async () => {
  const { requests, submit, pendingOf, waitForRequests, settled } = openToggles();
  submit('soto', true);
  await waitForRequests(1);
  requests[0]?.answer(true);
  await vi.waitUntil(() => settled.length === 1);
  submit('soto', false);
  await waitForRequests(2);
  expect(pendingOf('soto')).toBe(false);
});

test('changes of different ids do not wait for each other, and listeners are called for each', async () => {
  const { requests, toggles, submit, waitForRequests } = openToggles();
  const listener = vi.fn<() => void>();
  const unsubscribe = toggles.subscribe(listener);
  submit('soto', true);
  submit('sate', true);
  await waitForRequests(2);
  expect(requests.map(({ id }) => id)).toEqual(['soto', 'sate']);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  submit('soto', false);
  expect(listener).toHaveBeenCalledTimes(2);
});
