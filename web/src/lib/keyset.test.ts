import { expect, test } from 'vitest';
import { nextAfter } from './keyset.ts';

const row = (id: string) => ({ id, created_at: '2026-08-17T02:00:00.000Z', name: 'Lapau Mak Itam' });

test('a full page is followed by the rows after its last one, by time and id', () => {
  expect(nextAfter([row('b'), row('a')], 2)).toEqual({ created_at: '2026-08-17T02:00:00.000Z', id: 'a' });
});

test.each([[[]], [[row('a')]]])('a page that is not full is the last: %o', (page) => {
  expect(nextAfter(page, 2)).toBeNull();
});
