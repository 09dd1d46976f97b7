import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;

test('no more work at once than allowed, in the order they came', async () => {
  const takeTurn = createTurns({ atOnce: 2, waiting: 10, patience: 10_000 });
  const started: number[] = [];
  let working = 0;
  let most = 0;
  const work = (index: number) => async () => {
    started.push(index);
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
    if (index === 1) throw new Error('a failure passes the turn on, too');
  };
  await Promise.allSettled([0, 1, 2, 3, 4].map((index) => takeTurn(never, work(index))));
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('those who wait too long, who come when the queue is full or who are gone do not work', async () => {
  const takeTurn = createTurns({ atOnce: 1, waiting: 2, patience: 1 });
  const first = Promise.withResolvers<void>();
  const busy = takeTurn(never, () => first.promise);
  const gone = new AbortController();
  const worked: string[] = [];
  const impatient = takeTurn(never, async () => void worked.push('impatient'));
  const leaving = takeTurn(gone.signal, async () => void worked.push('leaving'));
  await expect(takeTurn(never, async () => void worked.push('turned away'))).rejects.toMatchObject({
    code: 'not_ready',
  });
  gone.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'malformed_request' });
  await expect(takeTurn(gone.signal, async () => void worked.push('gone before'))).rejects.toMatchObject({
    code: 'malformed_request',
  });
  await expect(impatient).rejects.toMatchObject({ code: 'not_ready' });
  first.resolve();
  await busy;
  expect(await takeTurn(never, async () => 'free again')).toBe('free again');
  expect(worked).toEqual([]);
});
