import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id.ts';

test('ids are unique UUIDv7s', () => {
  const ids = Array.from({ length: 1000 }, () => newId());
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(1000);
});

test('ids sort by the time they were created', () => {
  const times = [0, 1, 1_795_300_000_000, 1_795_300_000_001, 2 ** 48 - 1];
  const ids = times.map((time) => newId(time));
  expect(ids.toSorted()).toEqual(ids);
  // The example is that of RFC 9562, appendix A.6.
  expect(newId(Date.parse('2022-02-22T14:22:22-05:00'))).toMatch(/^017f22e2-79b0-7/);
});
