import { expect, test, vi } from 'vitest';
import { createLazyCode, retryFailedCode } from './lazy-code.ts';

const failedFetch = () => new TypeError('Failed to fetch dynamically imported module');

test('concurrent and repeated loads import the code once', async () => {
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('code');
  const lazy = createLazyCode(load);
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual([true, true]);
  expect(await lazy.load()).toBe(true);
  expect(load).toHaveBeenCalledOnce();
  expect(lazy.state()).toEqual({ status: 'ready', code: 'code' });
});

test('a failed load is retried by retryFailedCode, which loads nothing else', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failedFetch()).mockResolvedValue('code');
  const lazy = createLazyCode(load);
  const untouched = createLazyCode(vi.fn<() => Promise<string>>());
  expect(await lazy.load()).toBe(false);
  expect(lazy.state()).toEqual({ status: 'failed', failures: 1 });
  const seen: string[] = [];
  lazy.subscribe(() => seen.push(lazy.state().status));
  await retryFailedCode();
  expect(seen).toEqual(['pending', 'ready']);
  expect(untouched.state()).toEqual({ status: 'pending' });
});

test('an error in the module itself is reported', async () => {
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);
  const mistake = new ReferenceError('x is not defined');
  const lazy = createLazyCode(() => Promise.reject(mistake));
  expect(await lazy.load()).toBe(false);
  expect(report).toHaveBeenCalledExactlyOnceWith(mistake);
  vi.unstubAllGlobals();
});
