import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutboxTabs } from './tabs.ts';

/** A task that runs until it is told to end. */
function openTask() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = vi.fn<() => Promise<void>>(() => ended);
  return { run, end: () => end() };
}

test('what another tab sends is waited for, for as long as that tab says so', async () => {
  const name = randomUUID();
  const [first, second] = [openTask(), openTask()];
  const ofFirst = createOutboxTabs().lock(name, first.run);
  await expect.poll(() => first.run.mock.calls.length).toBe(1);
  const there = createOutboxTabs();
  const asked = vi.fn<(name: string) => void>();
  const channel = new BroadcastChannel('outbox');
  onTestFinished(() => channel.close());
  channel.addEventListener('message', ({ data }: MessageEvent<object>) => 'asks' in data && asked(name));
  const ofSecond = there.lock(name, second.run);
  // The tab has asked twice, and was answered.
  await expect.poll(() => asked.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(second.run).not.toHaveBeenCalled();
  first.end();
  await ofFirst;
  await expect.poll(() => second.run.mock.calls.length).toBe(1);
  second.end();
  await ofSecond;
});

test('a lock that is never granted holds nothing up, and what was to be sent is sent once', async () => {
  const name = randomUUID();
  const frozen = openTask();
  const held = navigator.locks.request(name, frozen.run);
  const task = openTask();
  const done = createOutboxTabs().lock(name, task.run);
  await expect.poll(() => task.run.mock.calls.length, { timeout: 20_000 }).toBe(1);
  task.end();
  await done;
  frozen.end();
  await held;
  expect(task.run).toHaveBeenCalledOnce();
  expect((await navigator.locks.query()).pending).toEqual([]);
});
