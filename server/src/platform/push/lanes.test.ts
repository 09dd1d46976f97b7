import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { createLanes, NotAsked } from './lanes.ts';
import type { Way } from './lanes.ts';

const way = (host: string, entry = host): Way => ({ host, entry, isApp: false });

/** Makes lanes, and functions that put pushes into them. */
function openLanes() {
  const lanes = createLanes(createLog('fatal'), 30_000);
  const answers: (() => void)[] = [];
  onTestFinished(() => answers.forEach((answer) => answer()));
  let people = 0;
  return {
    answer: (to: Way) => lanes.run(to, { device: 'quick', person: 'quick' }, () => Promise.resolve()),
    /** Begins pushes to this many people, which stay under way. */
    occupy: (to: Way, count: number, whose?: string) => {
      for (let index = 0; index < count; index += 1) {
        people += 1;
        const recipient = { device: `device ${people}`, person: whose ?? `person ${people}` };
        expect(lanes.hindrance(to, recipient)).toBeUndefined();
        void lanes.run(to, recipient, () => new Promise<void>((resolve) => answers.push(resolve)));
      }
    },
    next: (to: Way, person = 'the next') => lanes.hindrance(to, { device: person, person }),
  };
}

test('hosts that have not answered share eight places of an entry, and leave the others to hosts that have', async () => {
  const { answer, occupy, next } = openLanes();
  const good = way('good.push.test', '*.push.test');
  await answer(good);
  for (let host = 0; host < 8; host += 1) occupy(way(`silent-${host}.push.test`, '*.push.test'), 1);
  expect(next(way('silent-8.push.test', '*.push.test'))).toEqual({ is: 'full' });
  occupy(good, 8);
  expect(next(good)).toEqual({ is: 'full' });
  expect(next(way('fcm.googleapis.com'))).toBeUndefined();
  expect(next({ ...good, isApp: true })).toBeUndefined();
});

test('hosts that have not answered have sixteen places of all entries together', async () => {
  const { answer, occupy, next } = openLanes();
  await answer(way('fcm.googleapis.com'));
  for (const host of ['a.test', 'b.test']) occupy(way(host), 8);
  expect(next(way('c.test'))).toEqual({ is: 'full' });
  expect(next(way('fcm.googleapis.com'))).toBeUndefined();
});

test('a person has two pushes under way, wherever they go', () => {
  const { occupy, next } = openLanes();
  occupy(way('a.test'), 1);
  expect(next(way('b.test'), 'person 1')).toBeUndefined();
  occupy(way('b.test'), 1, 'person 1');
  expect(next(way('c.test'), 'person 1')).toEqual({ is: 'full' });
  expect(next(way('c.test'), 'person 2')).toBeUndefined();
});

test('a host whose last answer was slow is in doubt until a quick one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const good = way('good.push.test');
  const lanes = createLanes(createLog('fatal'), 30_000);
  await lanes.run(good, { device: 'slow', person: 'slow' }, async () => vi.advanceTimersByTime(9_000));
  for (let person = 0; person < 8; person += 1)
    void lanes.run(good, { device: `${person}`, person: `${person}` }, () => new Promise(() => {}));
  expect(lanes.hindrance(good, { device: 'next', person: 'next' })).toEqual({ is: 'full' });
  await lanes.run(good, { device: 'quick', person: 'quick' }, () => Promise.resolve());
  expect(lanes.hindrance(good, { device: 'next', person: 'next' })).toBeUndefined();
});

test('a push for which nobody was asked leaves no device and no host alone', async () => {
  const lanes = createLanes(createLog('fatal'), 30_000);
  const host = way('good.push.test');
  const send = (person: string, error: Error) =>
    expect(lanes.run(host, { device: person, person }, () => Promise.reject(error))).rejects.toBe(error);
  for (const person of ['a', 'b', 'c', 'd']) await send(person, new NotAsked('refused'));
  expect(lanes.hindrance(host, { device: 'a', person: 'a' })).toBeUndefined();
  await send('a', new Error('no answer'));
  expect(lanes.hindrance(host, { device: 'a', person: 'a' })).toMatchObject({ is: 'left alone' });
});
