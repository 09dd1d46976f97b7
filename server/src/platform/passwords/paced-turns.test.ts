import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { AppError } from '../errors/app-error.ts';
import { createPacedTurns } from './paced-turns.ts';

/** Makes a limit by which nobody's turn comes until `isOpen`. */
const closed = () => {
  const state = { isOpen: false };
  const waitSeconds = vi.fn<() => Promise<number>>(async () => (state.isOpen ? 0 : 0.01));
  const turns = createPacedTurns({ waitSeconds, take: async () => undefined });
  const served: string[] = [];
  const wait = async (device: string, since = 0) => {
    const raw = new EventEmitter();
    const turn = turns.wait('10.0.0.1', { device, since }, { raw } as unknown as FastifyReply);
    return { raw, turn: turn.then(() => void served.push(device)) };
  };
  return { ...turns, wait, state, served };
};

test('of devices that have had as many turns, the first here and the one of the least served second alternate', async () => {
  const { wait, state, served } = closed();
  const early = await Promise.all(['a', 'b', 'c', 'd'].map((device, index) => wait(device, index)));
  const late = await wait('later', 5_000);
  state.isOpen = true;
  await Promise.all([...early, late].map(({ turn }) => turn));
  expect(served).toEqual(['a', 'later', 'b', 'c', 'd']);
});

test('who has had more than three turns comes after who has had none, and those without a cookie count as one', async () => {
  const { wait, state, served } = closed();
  const devices = ['', '', '', '', '', 'a', 'a', 'a', 'a', 'a', 'b'];
  const all = await Promise.all(devices.map((device, index) => wait(device, index * 1_000)));
  state.isOpen = true;
  await Promise.all(all.map(({ turn }) => turn));
  expect(served.slice(0, 9).toSorted()).toEqual(['', '', '', '', 'a', 'a', 'a', 'a', 'b']);
});

test('who asks again has a turn before all that come with a cookie of their own each', async () => {
  const { wait, state, served } = closed();
  state.isOpen = true;
  await (
    await wait('neighbour', 0)
  ).turn;
  state.isOpen = false;
  const crowd = await Promise.all(Array.from({ length: 50 }, (_, index) => wait(`new ${index}`, 60_000 + index)));
  const again = await wait('neighbour', 0);
  state.isOpen = true;
  await Promise.all([...crowd, again].map(({ turn }) => turn));
  expect(served.indexOf('neighbour', 1)).toBeLessThan(3);
});

test('whoever disconnects leaves, and who waits when the process ends is refused', async () => {
  const { wait, end, state, served } = closed();
  const gone = await wait('gone');
  gone.raw.emit('close');
  await expect(gone.turn).rejects.toMatchObject({ code: 'malformed_request' });
  const left = await wait('left');
  end();
  await expect(left.turn).rejects.toMatchObject({ code: 'not_ready' });
  state.isOpen = true;
  await (
    await wait('next')
  ).turn;
  expect(served).toEqual(['next']);
});

test('of more than 500 the one is refused that is far from being next', async () => {
  const { wait, state } = closed();
  const refused: string[] = [];
  const waiting = async (device: string, since: number) => {
    const { turn } = await wait(device, since);
    return turn.catch((error: unknown) => void refused.push(`${device} ${(error as AppError).code}`));
  };
  const all = [waiting('first', 0)];
  for (let index = 0; index < 500; index += 1) all.push(waiting(`of many ${index}`, 5_000 + index));
  await expect.poll(() => refused).toEqual(['of many 499 rate_limited']);
  state.isOpen = true;
  await Promise.all(all);
});
