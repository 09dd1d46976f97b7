import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import type { InfiniteData } from '@tanstack/react-query';

/** An infinite query's pages of rows, in the server's order. */
export type KeysetList<Row extends Before> = InfiniteData<Row[]>;

/** The cursor of the next page, or null after the last one. */
export function nextAfter(page: readonly Before[], limit: number = limits.pageSize): Before | null {
  const last = page.at(-1);
  return last && page.length >= limit ? { created_at: last.created_at, id: last.id } : null;
}

/** The input by which a call answers with one page: the first page without a cursor. */
export type PageInput = { before: Before | undefined; limit: number };

type FetchPage<Page> = (input: PageInput, request: { signal: AbortSignal }) => Promise<Page>;

type Paging<Page> = {
  queryFn: (context: { pageParam: Before | null; signal: AbortSignal }) => Promise<Page>;
  initialPageParam: Before | null;
  getNextPageParam: (page: Page) => Before | null;
};

/**
 * How an infinite query loads a list page by page, to be spread into its options; `ui/lists/long-list.tsx` shows it.
 * @param next the cursor of the page after one, where the page is not a list of rows with `created_at`
 */
export function keysetPages<Row extends Before>(fetchPage: FetchPage<Row[]>): Paging<Row[]>;
export function keysetPages<Page>(fetchPage: FetchPage<Page>, next: (page: Page) => Before | null): Paging<Page>;
export function keysetPages<Page>(
  fetchPage: FetchPage<Page>,
  next = (page: Page) => nextAfter(page as readonly Before[]),
): Paging<Page> {
  return {
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => next(page),
  };
}

/** Cuts a list to its first page, the only one that the device stores (stored-answers.ts). */
export const firstPageOf = <Page, Param>({
  pages,
  pageParams,
}: InfiniteData<Page, Param>): InfiniteData<Page, Param> => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});
