import { onTestFinished, vi } from 'vitest';

/** @returns counts the passwords that have had to wait for their turn since: each of them has a timer of 15 seconds */
export function countWaitingPasswords(): () => number {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  return () => timers.mock.calls.filter(([, delayMs]) => delayMs === 15_000).length;
}
