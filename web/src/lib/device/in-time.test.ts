import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});
const outcomeOf = (answer: Promise<string>, limitMs?: number) =>
  inTime(answer, limitMs).catch((error: unknown) => (error as Error).name);

test('an answer is passed on, and so is a refusal, and neither leaves a timer', async () => {
  expect(await outcomeOf(Promise.resolve('stored'))).toBe('stored');
  expect(await outcomeOf(Promise.reject(new DOMException('Full.', 'QuotaExceededError')))).toBe('QuotaExceededError');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  { limitMs: undefined, lastMs: 999 },
  { limitMs: 20_000, lastMs: 19_999 },
])('what never answers is waited for until $limitMs ms, a second by default', async ({ limitMs, lastMs }) => {
  const settled = vi.fn<(outcome: string) => void>();
  void outcomeOf(never(), limitMs).then(settled);
  await vi.advanceTimersByTimeAsync(lastMs);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith('TimeoutError');
});

test('an answer that came while the page itself was busy for seconds counts', async () => {
  vi.useRealTimers();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => port1.addEventListener('message', () => resolve('stored')));
  port1.start();
  const outcome = outcomeOf(answer, 100);
  port2.postMessage('stored');
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(await outcome).toBe('stored');
  port1.close();
});
