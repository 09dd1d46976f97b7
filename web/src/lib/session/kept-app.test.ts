import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a page looks for a new release once at a time, five minutes after the last look at the earliest', async () => {
  const posted: { type: string; files: string[] }[] = [];
  const active = { postMessage: (message: (typeof posted)[number]) => void posted.push(message) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
  vi.useFakeTimers();
  const { lookForRelease } = await import('./kept-app.ts');
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  for (let time = 0; time < 20; time += 1) lookForRelease();
  await pass(0);
  expect(posted).toEqual([{ type: 'look', files: [] }]);
  for (let minute = 0; minute < 4; minute += 1) {
    lookForRelease();
    await pass(60_000);
  }
  expect(posted).toHaveLength(1);
  // Files that were asked for meanwhile are not forgotten.
  await pass(60_000);
  expect(posted).toHaveLength(2);
  await pass(3_600_000);
  expect(posted).toHaveLength(2);
});

test('the push address is given up before anything is waited for, and what the browser does not answer fails nothing', async () => {
  vi.useFakeTimers();
  const unsubscribe = vi.fn<() => Promise<boolean>>(() => Promise.reject(new DOMException('Silent.', 'TimeoutError')));
  const pushManager = { getSubscription: async () => ({ endpoint: '', unsubscribe }) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('window', {});
  vi.stubGlobal('caches', { delete: () => new Promise(() => {}) });
  const { forgetAccount } = await import('./kept-app.ts');
  const forgotten = forgetAccount();
  await vi.advanceTimersByTimeAsync(0);
  expect(unsubscribe).toHaveBeenCalledOnce();
  await Promise.all([expect(forgotten).resolves.toBeUndefined(), vi.advanceTimersByTimeAsync(10_000)]);
});
