import { expect, test } from 'vitest';
import { createTurns } from './hashing-turns.ts';
import type { Requester, TurnOptions } from './hashing-turns.ts';

/** Makes a queue for one piece of work at a time, which runs until `next` is called; `started` has their names in order. */
function createQueue(limits: { maxWaiting?: number; waitMs?: number } = {}) {
  const turns = createTurns({ concurrency: 1, maxWaiting: 100, waitMs: 30_000, ...limits });
  const started: string[] = [];
  let end: (() => void) | undefined;
  const add = (name: string, by: Requester, options?: TurnOptions) => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => (end = resolve));
    };
    const answer = turns.run(by, work, options).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
    return Object.assign(answer, { name });
  };
  const next = async () => {
    await new Promise(setImmediate);
    end?.();
    await new Promise(setImmediate);
  };
  const rest = async () => {
    for (let count = -1; count !== started.length;) {
      count = started.length;
      await next();
    }
  };
  return { add, next, rest, started, waiting: turns.waiting, forget: turns.forget };
}

const owner = (account: string): Requester => ({ lane: 'owners', account });
const stranger = (account: string, group: string, lane: 'sign-ins' | 'sign-ups' = 'sign-ins'): Requester => ({
  lane,
  account,
  group,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('owners and strangers have a half each, and of the strangers those who sign in and those who sign up', async () => {
  const { add, rest, started } = createQueue();
  void add('running', owner('a'));
  for (const index of numbers(8)) {
    void add('in', stranger(`in ${index}`, `in ${index}`));
    void add('up', stranger(`up ${index}`, `up ${index}`, 'sign-ups'));
    void add('own', owner(`own ${index}`));
  }
  await rest();
  const after = (count: number) => started.slice(1, count + 1).toSorted();
  expect(after(8)).toEqual(['in', 'in', 'own', 'own', 'own', 'own', 'up', 'up']);
  const times = (count: number, name: string) => Array<string>(count).fill(name);
  expect(after(16)).toEqual([...times(4, 'in'), ...times(8, 'own'), ...times(4, 'up')]);
  expect(started).toHaveLength(25);
});

test('one account that many networks guess at counts as one, and so does one network with many accounts', async () => {
  for (const crowd of [
    (index: number) => stranger('the victim', `network ${index}`),
    (index: number) => stranger(`account ${index}`, 'one network'),
  ]) {
    const { add, next, rest, started } = createQueue();
    for (const index of numbers(20)) void add(`crowd ${index}`, crowd(index));
    // The network and the account of each of these have come before.
    for (const index of numbers(4)) void add(`other ${index}`, stranger(`other ${index}`, `other ${index}`));
    for (let turn = 0; turn < 8; turn += 1) await next();
    expect(started.slice(0, 9).filter((name) => name.startsWith('other'))).toHaveLength(4);
    for (const index of numbers(4)) void add(`again ${index}`, stranger(`other ${index}`, `other ${index}`));
    started.length = 0;
    for (let turn = 0; turn < 12; turn += 1) await next();
    expect(started.filter((name) => name.startsWith('again')).length).toBeGreaterThanOrEqual(2);
    await rest();
  }
});

test('the owner comes before those who guess at the account from a hundred networks', async () => {
  const { add, next, rest, started } = createQueue();
  for (const index of numbers(50)) void add('guess', stranger('the victim', `network ${index}`));
  // The owner comes while the crowd has its first turns.
  void add('owner', stranger('the victim', 'a new network'));
  for (let turn = 0; turn < 2; turn += 1) await next();
  expect(started).toContain('owner');
  await rest();
  // The owner comes once more when the crowd has come again and again.
  for (const index of numbers(50)) void add('guess', stranger('the victim', `network ${index}`));
  started.length = 0;
  void add('owner', stranger('the victim', 'another new network'));
  for (let turn = 0; turn < 2; turn += 1) await next();
  expect(started).toContain('owner');
  await rest();
});

test('a crowd that goes on coming from new networks does not keep the first who waits from their turn', async () => {
  const { add, next, rest, started } = createQueue();
  void add('running', stranger('x', 'x'));
  void add('first', stranger('a', 'a'));
  for (const index of numbers(6)) {
    void add('later', stranger(`b ${index}`, `b ${index}`));
    await next();
  }
  expect(started.indexOf('first')).toBeLessThanOrEqual(2);
  await rest();
});

test('who gave up and comes again is not new, and has kept their place; whose turn was taken back is', async () => {
  const { add, next, rest, started, forget } = createQueue();
  void add('running', stranger('x', 'x'));
  const leaving = new AbortController();
  void add('first', stranger('a', 'first'), { signal: leaving.signal });
  void add('second', stranger('b', 'second'));
  void add('third', stranger('c', 'third'));
  leaving.abort();
  void add('first again', stranger('a', 'first'));
  // The turns go by account, by group, and by account again.
  for (let turn = 0; turn < 3; turn += 1) await next();
  expect(started).toEqual(['running', 'first again', 'third', 'second']);
  for (const index of numbers(4)) void add('crowd', stranger(`c ${index}`, `c ${index}`));
  const back = stranger('b', 'second');
  forget(back);
  void add('right before', back);
  for (let turn = 0; turn < 2; turn += 1) await next();
  expect(started.slice(4)).toContain('right before');
  await rest();
});

test('right passwords of one account again and again do not come before those who come once', async () => {
  const { add, next, rest, started, forget } = createQueue();
  const again = stranger('own', 'own');
  void add('running', again);
  for (const index of numbers(6)) void add(`guest ${index}`, stranger(`g ${index}`, `g ${index}`));
  for (let turn = 0; turn < 10; turn += 1) {
    await next();
    forget(again);
    void add('again', again);
  }
  expect(started.slice(0, 8).filter((name) => name.startsWith('guest')).length).toBeGreaterThanOrEqual(5);
  await rest();
});

test('an owner who floods does not hold other owners', async () => {
  const { add, next, rest, started } = createQueue();
  for (let count = 0; count < 50; count += 1) void add('flood', owner('loud'));
  for (const name of ['one', 'two']) void add(name, owner(name));
  for (let turn = 0; turn < 3; turn += 1) await next();
  expect(started.slice(0, 4).toSorted()).toEqual(['flood', 'flood', 'one', 'two']);
  await rest();
});

test('a full lane drops what has most waiting, then who has had a turn, and never another lane’s', async () => {
  const { add, next, rest } = createQueue({ maxWaiting: 3 });
  void add('a turn of the network', stranger('z', 'served'));
  const many = numbers(3).map((index) => add('many', stranger('the victim', `network ${index}`)));
  const single = add('single', stranger('other', 'other'));
  expect(await many[2]).toBe('not_ready');
  const served = add('served', stranger('y', 'served'));
  expect(await many[1]).toBe('not_ready');
  const another = add('another', stranger('third', 'third'));
  expect(await served).toBe('not_ready');
  const signUp = add('sign-up', stranger('the victim', 'network 9', 'sign-ups'));
  await next();
  await rest();
  expect(await Promise.all([many[0], single, another, signUp])).toEqual(['done', 'done', 'done', 'done']);
});

test('what is not expected to have its turn in time is refused at once, whoever comes first is not', async () => {
  const { add, rest } = createQueue();
  for (const index of numbers(60)) void add('crowd', stranger(`a ${index}`, `a ${index}`), {});
  void add('came before', stranger('n', 'a 0'));
  // Sixty turns of 50 ms take twice as long, as a turn by account comes every other time.
  expect(await add('came again', stranger('a 0', 'a 0'), { withinMs: 1_000 })).toBe('not_ready');
  const first = add('newcomer', stranger('new', 'new'), { withinMs: 1_000 });
  await rest();
  expect(await first).toBe('done');
});

test('work that timed out or was aborted does not run, and frees its place', async () => {
  const { add, rest, started, waiting } = createQueue({ waitMs: 1 });
  void add('running', owner('a'));
  const leaving = new AbortController();
  const aborted = add('aborted', owner('b'), { signal: leaving.signal });
  const late = add('late', stranger('c', 'c'));
  leaving.abort();
  expect(await aborted).toBe('malformed_request');
  expect(await add('gone already', owner('b'), { signal: leaving.signal })).toBe('malformed_request');
  expect(await late).toBe('not_ready');
  expect([waiting('owners'), waiting('sign-ins')]).toEqual([0, 0]);
  await rest();
  expect(started).toEqual(['running']);
});
