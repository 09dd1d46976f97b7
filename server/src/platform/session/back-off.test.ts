import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backOffMs, createDelay } from './back-off.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const reply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

test('twenty wrong passwords are answered at once, each further one later, at most after five seconds', () => {
  expect([1, 20, 21, 24, 40, 41, 1_000].map(backOffMs)).toEqual([0, 0, 250, 1_000, 5_000, 5_000, 5_000]);
});

test('a refusal waits for its time, or until its client has gone', async () => {
  const delay = createDelay();
  const [stays, goes] = [reply(), reply()];
  const finished: string[] = [];
  const waits = [
    delay(1_000, stays).then(() => finished.push('stays')),
    delay(1_000, goes).then(() => finished.push('goes')),
  ];
  goes.raw.emit('close');
  await waits[1];
  await vi.advanceTimersByTimeAsync(999);
  expect(finished).toEqual(['goes']);
  await vi.advanceTimersByTimeAsync(1);
  await waits[0];
  expect([stays, goes].map(({ raw }) => raw.listenerCount('close'))).toEqual([0, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('not more than so many refusals wait at a time; others are answered at once', async () => {
  const delay = createDelay(2);
  const waits = [delay(1_000, reply()), delay(1_000, reply())];
  await delay(1_000, reply());
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waits);
  const next = delay(1_000, reply());
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await next;
});
