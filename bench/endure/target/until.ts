import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition. @throws Error naming `what` when it has not come true in time */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`);
    await delay(50);
  }
}
