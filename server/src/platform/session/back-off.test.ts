import { expect, test } from 'vitest';
import { createBackOff } from './back-off.ts';

/** A back-off whose waits are noted instead of waited for, unless they are held. */
function watched() {
  const waits: number[] = [];
  const held: (() => void)[] = [];
  let holds = false;
  const backOff = createBackOff({
    free: 2,
    stepMs: 100,
    mostMs: 350,
    sleep: (ms) => {
      waits.push(ms);
      return holds ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve();
    },
  });
  return { backOff, waits, held, hold: () => (holds = true) };
}
const wrong = async () => false;
const right = async () => true;

test('some wrong attempts are free, further ones wait longer and longer, and the right one still gets in', async () => {
  const { backOff, waits } = watched();
  for (let count = 0; count < 7; count += 1) expect(await backOff('reni', '10.0.0.1', wrong)).toBe(false);
  expect(waits).toEqual([100, 200, 300, 350, 350]);
  expect(await backOff('reni', '10.0.0.2', right)).toBe(true);
});

test('one account’s attempts delay no other account', async () => {
  const { backOff, waits } = watched();
  for (let count = 0; count < 5; count += 1) await backOff('reni', '10.0.0.1', wrong);
  const before = waits.length;
  await backOff('yusna', '10.0.0.1', right);
  expect(waits).toHaveLength(before);
});

test('right passwords are not counted', async () => {
  const { backOff, waits } = watched();
  for (let count = 0; count < 10; count += 1) await backOff('reni', '10.0.0.1', right);
  expect(waits).toEqual([]);
});

test('of many at once one waits at a time, and addresses take turns', async () => {
  const { backOff, waits, held, hold } = watched();
  for (let count = 0; count < 2; count += 1) await backOff('reni', '10.0.0.1', wrong);
  hold();
  const order: string[] = [];
  const attempt = (address: string) =>
    backOff('reni', address, async () => {
      order.push(address);
      return false;
    });
  const attempts = [...Array.from({ length: 20 }, () => attempt('10.0.0.1')), attempt('10.0.0.2')];
  for (let turn = 0; turn < 2; turn += 1) {
    expect(held).toHaveLength(1);
    held.shift()?.();
    while (order.length <= turn || held.length === 0) await new Promise(setImmediate);
  }
  expect(order).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(waits).toHaveLength(3);
  while (order.length < attempts.length) {
    held.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(attempts)).not.toContain(true);
});
