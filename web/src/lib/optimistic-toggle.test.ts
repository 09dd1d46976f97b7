import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createOptimisticToggle } from './optimistic-toggle.ts';

/** A switch whose server answers when it is told to. */
function openSwitch() {
  const asked: { id: string; on: boolean; answer: (on: boolean) => void; fail: () => void }[] = [];
  const kept: [id: string, answer: boolean][] = [];
  const settled: string[] = [];
  const marks = createOptimisticToggle<{ id: string }, boolean>({
    send: (id, on) =>
      new Promise((answer, reject) => {
        asked.push({ id, on, answer, fail: () => reject(new Error('the line is cut')) });
      }),
    keep: (_client, { id }, answer) => kept.push([id, answer]),
    settle: (_client, id) => settled.push(id),
  });
  const client = new QueryClient();
  const turn = (id: string, on: boolean) => marks.turn(client, { id }, on, {});
  const wished = (id: string) => marks.wishes().get(id)?.on;
  const requests = (count: number) => vi.waitUntil(() => asked.length === count);
  return { asked, kept, settled, marks, turn, wished, requests };
}

test('a tap shows at once, until the answer has been kept', async () => {
  const { asked, kept, settled, turn, wished, requests } = openSwitch();
  turn('soto', true);
  expect(wished('soto')).toBe(true);
  await requests(1);
  asked[0]?.answer(true);
  await vi.waitUntil(() => wished('soto') === undefined);
  expect(kept).toEqual([['soto', true]]);
  expect(settled).toEqual(['soto']);
});

test('taps while a request is under way come down to the last wanted state (D28)', async () => {
  const { asked, settled, turn, wished, requests } = openSwitch();
  turn('soto', true);
  await requests(1);
  for (const on of [false, true, false, true, false]) turn('soto', on);
  expect(wished('soto')).toBe(false);
  asked[0]?.answer(true);
  await requests(2);
  expect(wished('soto')).toBe(false);
  asked[1]?.answer(false);
  await vi.waitUntil(() => wished('soto') === undefined);
  expect(asked.map(({ on }) => on)).toEqual([true, false]);
  expect(settled).toEqual(['soto']);
});

test('taps that end where they began need no second request', async () => {
  const { asked, turn, wished, requests } = openSwitch();
  turn('soto', true);
  await requests(1);
  turn('soto', false);
  turn('soto', true);
  asked[0]?.answer(true);
  await vi.waitUntil(() => wished('soto') === undefined);
  expect(asked).toHaveLength(1);
});

test('a failure takes the wish back, and the next tap asks again', async () => {
  const { asked, kept, settled, turn, wished, requests } = openSwitch();
  turn('soto', true);
  await requests(1);
  asked[0]?.fail();
  await vi.waitUntil(() => wished('soto') === undefined);
  expect([kept, settled]).toEqual([[], ['soto']]);
  turn('soto', true);
  await requests(2);
});

test('a tap right after the answer is not lost', async () => {
  const { asked, turn, wished, requests, settled } = openSwitch();
  turn('soto', true);
  await requests(1);
  asked[0]?.answer(true);
  await vi.waitUntil(() => settled.length === 1);
  turn('soto', false);
  await requests(2);
  expect(wished('soto')).toBe(false);
});

test('things do not wait for each other, and listeners hear of every change', async () => {
  const { asked, marks, turn, requests } = openSwitch();
  const heard = vi.fn<() => void>();
  const stop = marks.subscribe(heard);
  turn('soto', true);
  turn('sate', true);
  await requests(2);
  expect(asked.map(({ id }) => id)).toEqual(['soto', 'sate']);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  turn('soto', false);
  expect(heard).toHaveBeenCalledTimes(2);
});
