import { expect, test, vi } from 'vitest';

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
  // what was asked for meanwhile is not forgotten
  await pass(60_000);
  expect(posted).toHaveLength(2);
  await pass(3_600_000);
  expect(posted).toHaveLength(2);
});
