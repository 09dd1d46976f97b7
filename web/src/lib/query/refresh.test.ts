import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from './refresh.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a hundred signals in a second refetch at once and once more after that second (D36)', async () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  for (let signal = 0; signal < 100; signal += 1) {
    refresh(client, ['feed']);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(invalidate).toHaveBeenCalledTimes(2);
  await vi.runAllTimersAsync();
  expect(invalidate).toHaveBeenCalledTimes(2);
  // A clock that is put back holds nothing up.
  vi.setSystemTime(Date.now() - 86_400_000);
  await vi.advanceTimersByTimeAsync(1_000);
  refresh(client, ['feed']);
  expect(invalidate).toHaveBeenCalledTimes(3);
  refresh(client, ['settings']);
  expect(invalidate).toHaveBeenLastCalledWith({ queryKey: ['settings'] }, { cancelRefetch: false });
});

/** A query that is on the screen, whose answers come when the test gives them. */
function showQuery(client: QueryClient, queryKey: string[]) {
  const asked: { resolve: (answer: string) => void }[] = [];
  const queryFn = () => new Promise<string>((resolve) => asked.push({ resolve }));
  const hide = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  return { asked, hide, shown: () => client.getQueryData(queryKey) };
}

test('what changes while a query is fetched for the first time is fetched afterwards, once', async () => {
  const client = new QueryClient();
  const { asked, hide, shown } = showQuery(client, ['notifications']);
  for (let signal = 0; signal < 3; signal += 1) {
    refresh(client, ['notifications']);
    await vi.advanceTimersByTimeAsync(1_500);
  }
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('before');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(shown()).toBe('before');
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('after');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe('after');
  expect(asked).toHaveLength(2);
  hide();
});

test('signals every second let a slow refetch end', async () => {
  const client = new QueryClient();
  client.setQueryData(['comments'], 'old');
  const { asked, hide, shown } = showQuery(client, ['comments']);
  for (let signal = 0; signal < 4; signal += 1) {
    refresh(client, ['comments']);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('new');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toBe('new');
  expect(asked).toHaveLength(2);
  hide();
});
