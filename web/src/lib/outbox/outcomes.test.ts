import { expect, test } from 'vitest';
import { createOutcomes } from './outcomes.ts';
import type { OutboxEntry } from './queue.ts';

const entry = (id: string): OutboxEntry => ({ id, kind: 'stall', subject: 'mine', change: {}, at: 0 });

/** Outcomes of changes with the given ids, and the result of each. */
function submitted(...ids: string[]) {
  const outcomes = createOutcomes();
  const known = new Map<string, unknown>();
  for (const id of ids) void outcomes.of(id).then((outcome) => known.set(id, outcome));
  const settled = async () => {
    await Promise.resolve();
    return Object.fromEntries(known);
  };
  return { outcomes, settled };
}

test('a change waits for as long as it is stored, whatever was noted', async () => {
  const { outcomes, settled } = submitted('a');
  outcomes.note('a', { type: 'refused' });
  outcomes.settle([entry('a')]);
  expect(await settled()).toEqual({});
  outcomes.note('a', { type: 'sent', answer: 1 });
  outcomes.settle([]);
  expect(await settled()).toEqual({ a: { type: 'sent', answer: 1 } });
});

test('what is gone without a note has left by another tab', async () => {
  const { outcomes, settled } = submitted('a', 'b');
  outcomes.note('b', { type: 'superseded' });
  outcomes.settle([entry('c')]);
  expect(await settled()).toEqual({ a: { type: 'elsewhere' }, b: { type: 'superseded' } });
});

test('the end of the session settles all', async () => {
  const { outcomes, settled } = submitted('a', 'b');
  outcomes.close();
  expect(await settled()).toEqual({ a: { type: 'closed' }, b: { type: 'closed' } });
});
