import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceItMayOpen } from './at-rest.ts';

let isTyping = false;
const open = vi.fn<() => void>();
const leaving = () => new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { activeElement: { matches: () => isTyping } });
  isTyping = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  open.mockReset();
});

test('what opens by itself waits for who types', () => {
  onceItMayOpen(open, leaving().signal);
  vi.advanceTimersByTime(60_000);
  expect(open).not.toHaveBeenCalled();
  isTyping = false;
  vi.advanceTimersByTime(60_000);
  expect(open).toHaveBeenCalledOnce();
});

test('it does not open once the session that it belongs to has ended', () => {
  const session = leaving();
  onceItMayOpen(open, session.signal);
  session.abort();
  isTyping = false;
  vi.advanceTimersByTime(60_000);
  expect([open.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});

test('it is given up after two minutes', () => {
  onceItMayOpen(open, leaving().signal);
  vi.advanceTimersByTime(150_000);
  expect(vi.getTimerCount()).toBe(0);
  isTyping = false;
  vi.advanceTimersByTime(60_000);
  expect(open).not.toHaveBeenCalled();
});
