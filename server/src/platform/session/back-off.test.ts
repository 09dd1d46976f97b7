import { expect, test } from 'vitest';
import { createBackOff } from './back-off.ts';

/** A back-off that records its delays and skips them; after `pause()` each lasts until its function in `paused` is called. */
function recordingBackOff() {
  const delays: number[] = [];
  const paused: (() => void)[] = [];
  let isPaused = false;
  const backOff = createBackOff({
    undelayedAttempts: 2,
    stepMs: 100,
    maxDelayMs: 350,
    sleep: (ms) => {
      delays.push(ms);
      return isPaused ? new Promise<void>((resolve) => paused.push(resolve)) : Promise.resolve();
    },
  });
  return { backOff, delays, paused, pause: () => (isPaused = true) };
}
const wrong = async () => false;
const right = async () => true;

test('the first wrong attempts are not delayed, each further one is delayed longer, and the right password is still accepted', async () => {
  const { backOff, delays } = recordingBackOff();
  for (let count = 0; count < 7; count += 1) expect(await backOff('reni', '10.0.0.1', wrong)).toBe(false);
  expect(delays).toEqual([100, 200, 300, 350, 350]);
  expect(await backOff('reni', '10.0.0.2', right)).toBe(true);
});

test('wrong attempts at one account do not delay another account', async () => {
  const { backOff, delays } = recordingBackOff();
  for (let count = 0; count < 5; count += 1) await backOff('reni', '10.0.0.1', wrong);
  const before = delays.length;
  await backOff('yusna', '10.0.0.1', right);
  expect(delays).toHaveLength(before);
});

test('right passwords are not counted as wrong attempts', async () => {
  const { backOff, delays } = recordingBackOff();
  for (let count = 0; count < 10; count += 1) await backOff('reni', '10.0.0.1', right);
  expect(delays).toEqual([]);
});

test('simultaneous attempts at an account are delayed one at a time, round robin by address', async () => {
  const { backOff, delays, paused, pause } = recordingBackOff();
  for (let count = 0; count < 2; count += 1) await backOff('reni', '10.0.0.1', wrong);
  pause();
  const order: string[] = [];
  const attempt = (address: string) =>
    backOff('reni', address, async () => {
      order.push(address);
      return false;
    });
  const attempts = [...Array.from({ length: 20 }, () => attempt('10.0.0.1')), attempt('10.0.0.2')];
  for (let run = 0; run < 2; run += 1) {
    expect(paused).toHaveLength(1);
    paused.shift()?.();
    while (order.length <= run || paused.length === 0) await new Promise(setImmediate);
  }
  expect(order).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(delays).toHaveLength(3);
  while (order.length < attempts.length) {
    paused.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(attempts)).not.toContain(true);
});
