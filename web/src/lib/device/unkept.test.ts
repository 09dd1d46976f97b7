import { expect, test, vi } from 'vitest';
import { isAnythingUnkept, noteUnkept, subscribeToUnkept, unkeptLine } from './unkept.ts';

const line = 'Tidak tersimpan di HP. Jangan tutup Lapau.';
const tryAgain = () => undefined;

test('the line stands still while a slow device stores letter after letter, and leaves once all is stored', () => {
  vi.useFakeTimers();
  const lines: (string | undefined)[] = [];
  subscribeToUnkept(() => lines.push(unkeptLine()));
  for (let letters = 5; letters > 0; letters -= 1) {
    noteUnkept('drafts', tryAgain);
    vi.advanceTimersByTime(80);
    noteUnkept('drafts', undefined);
    expect(isAnythingUnkept()).toBe(false);
    vi.advanceTimersByTime(300);
  }
  expect(new Set(lines)).toEqual(new Set([line]));
  vi.runAllTimers();
  expect(unkeptLine()).toBeUndefined();
  expect(lines.at(-1)).toBeUndefined();
});
