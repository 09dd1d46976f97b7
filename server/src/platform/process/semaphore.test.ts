import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const waitMs = 10_000;

/** Work that records its start and runs until `end` is called with its name. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => () => {
    started.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await new Promise(setImmediate);
  };
  return { started, work, end, fail: (name: string) => ends.get(name)?.reject(new Error(name)) };
}

test('runs no more work at once than allowed, in order of arrival; a failure frees its slot too', async () => {
  const run = createSemaphore({ concurrency: 2, maxQueued: 10, waitMs });
  const { started, work, end, fail } = createWork();
  const runs = ['1', '2', '3', '4', '5'].map((name) => run('a', work(name)));
  expect(started).toEqual(['1', '2']);
  fail('2');
  await expect(runs[1]).rejects.toThrow('2');
  expect(started).toEqual(['1', '2', '3']);
  for (const name of ['1', '3', '4', '5']) await end(name);
  await Promise.all([...runs.slice(0, 1), ...runs.slice(2)]);
  expect(started).toEqual(['1', '2', '3', '4', '5']);
});

test('a key that comes for the first time, or has not come for long, is served before those that come all the time', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 10, waitMs });
  const { started, work, end } = createWork();
  const runs = ['a1', 'a2', 'b1', 'b2'].map((name) => run(name.slice(0, 1), work(name)));
  await end('a1');
  await end('b1');
  runs.push(run('a', work('a3')), run('c', work('c1')));
  await end('a2');
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1']);
  for (const name of ['c1', 'b2']) await end(name);
  // Between these two, c was served first.
  runs.push(run('b', work('b3')), run('c', work('c2')));
  for (const name of ['a3', 'c2', 'b3']) await end(name);
  await Promise.all(runs);
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'c2', 'b3']);
});

test('free slots are given to the waiting keys round-robin', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 10, waitMs });
  const { started, work, end } = createWork();
  const runs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name.slice(0, 1), work(name)));
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  await Promise.all(runs);
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a key with more slots than others waits for them, and never exceeds its own bound', async () => {
  const fair = createSemaphore({ concurrency: 3, maxQueued: 10, waitMs });
  const { started, work, end } = createWork();
  const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => fair(name.slice(0, 1), work(name)));
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  await end('a3');
  for (const name of ['b1', 'b2', 'a4']) await end(name);
  await Promise.all(runs);

  const bounded = createSemaphore({ concurrency: 3, maxQueued: 10, waitMs, perKey: { concurrency: 1 } });
  const others = createWork();
  const more = ['a1', 'a2', 'b1', 'b2'].map((name) => bounded(name.slice(0, 1), others.work(name)));
  expect(others.started).toEqual(['a1', 'b1']);
  await others.end('a1');
  expect(others.started).toEqual(['a1', 'b1', 'a2']);
  for (const name of ['b1', 'a2', 'b2']) await others.end(name);
  await Promise.all(more);
});

test('a full queue refuses new entries, by key and in total; the longest queue loses an entry to another key', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 3, waitMs, perKey: { maxQueued: 2 } });
  const { started, work, end } = createWork();
  const runs = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.slice(0, 1), work(name)));
  await expect(run('a', work('a4'))).rejects.toMatchObject({ code: 'not_ready' });
  const newcomer = run('c', work('c1'));
  await expect(runs[2]).rejects.toMatchObject({ code: 'not_ready' });
  await expect(run('d', work('d1'))).rejects.toMatchObject({ code: 'not_ready' });
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
  await Promise.all([runs[0], runs[1], runs[3], newcomer]);
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('an entry that timed out or was aborted does not run, and frees its place', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 2, waitMs: 1 });
  const { started, work, end } = createWork();
  const busy = run('a', work('a1'));
  const aborting = new AbortController();
  const aborted = run('a', work('a2'), aborting.signal);
  aborting.abort();
  await expect(aborted).rejects.toMatchObject({ code: 'malformed_request' });
  await expect(run('a', work('a3'), aborting.signal)).rejects.toMatchObject({ code: 'malformed_request' });
  const late = await Promise.allSettled([run('a', work('a4')), run('b', work('b1'))]);
  for (const result of late) expect(result).toMatchObject({ reason: { code: 'not_ready' } });
  await end('a1');
  await busy;
  const free = run('a', work('a5'));
  expect(started).toEqual(['a1', 'a5']);
  await end('a5');
  await free;
});
