import { QueryClient } from '@tanstack/react-query';
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
  expect(invalidate).toHaveBeenLastCalledWith({ queryKey: ['settings'] });
});
