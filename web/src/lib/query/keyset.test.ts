import { limits } from '@lapau/contract/limits';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keysetPages, nextAfter } from './keyset.ts';
import type { PageInput } from './keyset.ts';

const row = (id: string) => ({ id, created_at: '2026-08-17T02:00:00.000Z', name: 'Lapau Mak Itam' });

test('a full page is followed by the rows after its last one, by time and id', () => {
  expect(nextAfter([row('b'), row('a')], 2)).toEqual({ created_at: '2026-08-17T02:00:00.000Z', id: 'a' });
});

test.each([[[]], [[row('a')]]])('a page that is not full is the last: %o', (page) => {
  expect(nextAfter(page, 2)).toBeNull();
});

test('a list asks for its first page without a cursor, for each other one after the last row, and ends with one that is not full', async () => {
  const stored = Array.from({ length: limits.pageSize + 1 }, (_, index) => row(`${1000 - index}`));
  const asked: PageInput[] = [];
  const list = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['rows'],
    ...keysetPages(async (page) => {
      asked.push(page);
      const start = page.before ? stored.findIndex(({ id }) => id === page.before?.id) + 1 : 0;
      return stored.slice(start, start + page.limit);
    }),
  });
  await list.refetch();
  expect(list.getCurrentResult().hasNextPage).toBe(true);
  const { data, hasNextPage } = await list.fetchNextPage();
  expect([data?.pages.flat().length, hasNextPage]).toEqual([stored.length, false]);
  const { id, created_at } = stored[limits.pageSize - 1] ?? row('');
  expect(asked).toEqual([
    { before: undefined, limit: limits.pageSize },
    { before: { created_at, id }, limit: limits.pageSize },
  ]);
});
