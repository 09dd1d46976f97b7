import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The line as the browser describes it. */
let line: EventTarget & { saveData?: boolean; effectiveType?: string };
let stored: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  line = new EventTarget();
  stored = new Map();
  vi.stubGlobal('navigator', { connection: line });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '4g', saveData: true }, true],
])('on a line of %o data is saved: %s', async (given, expected) => {
  const { savesData } = await import('./data-saver.ts');
  Object.assign(line, given);
  expect(savesData()).toBe(expected);
});

test('the switch saves data on any line, and a line that becomes slow is told', async () => {
  const { chooseSaver, isSaverChosen, savesData, subscribeToSaver } = await import('./data-saver.ts');
  const told = vi.fn<() => void>();
  const unsubscribe = subscribeToSaver(told);
  chooseSaver(true);
  expect([savesData(), isSaverChosen(), told.mock.calls.length]).toEqual([true, true, 1]);
  chooseSaver(false);
  expect([savesData(), isSaverChosen(), told.mock.calls.length]).toEqual([false, false, 2]);
  Object.assign(line, { effectiveType: '2g' });
  line.dispatchEvent(new Event('change'));
  expect([savesData(), isSaverChosen(), told.mock.calls.length]).toEqual([true, false, 3]);
  unsubscribe();
  line.dispatchEvent(new Event('change'));
  expect(told).toHaveBeenCalledTimes(3);
});

test('a browser that says nothing of its line saves nothing by itself', async () => {
  vi.stubGlobal('navigator', {});
  const { savesData } = await import('./data-saver.ts');
  expect(savesData()).toBe(false);
});
