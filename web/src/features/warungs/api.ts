import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import type { Warung } from '@lapau/contract/warungs';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';
import type { KeysetList } from '../../lib/keyset.ts';
import { postPage, postsKey } from '../../lib/post-cache.ts';

/** Stalls and their lists; menus lie with the posts. */
export const warungsKey = ['warungs'] as const;
export const warungListsKey = [...warungsKey, 'lists'] as const;
/** While another screen was shown, no signal was heard: after this time in ms it is asked again. */
const freshFor = 10_000;

const menuKey = (id: string) => [...postsKey, 'menu', id] as const;

/** Stalls by name, newest first; an empty search finds all. */
export const warungListQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...warungListsKey, search],
    queryFn: ({ pageParam, signal }) =>
      api.list_warungs({ search_term: search, before: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
    initialPageParam: null as Before | null,
    getNextPageParam: (page) => nextAfter(page),
    // A search that is refused says so in the list's place.
    meta: { failed: 'Gagal memuat daftar warung.', failedBy: { invalid_input: null } },
  });

/** A stall, or null when there is none that members see (D11, D47). */
export const warungQuery = (id: string) =>
  queryOptions({
    queryKey: [...warungsKey, 'one', id],
    queryFn: ({ signal }) => unlessMissing(api.get_warung({ warung_id: id }, { signal }), null),
    staleTime: freshFor,
    meta: { failed: 'Gagal memuat data warung.' },
  });

/** A stall as a list shows it, for the moment until it has been asked for. */
export function findListedWarung(client: QueryClient, id: string): Warung | undefined {
  const lists = client.getQueriesData<KeysetList<Warung>>({ queryKey: warungListsKey });
  return lists.flatMap(([, list]) => list?.pages.flat() ?? []).find((warung) => warung.id === id);
}

/** What a stall cooks, newest first. */
export const menuQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: menuKey(id),
    queryFn: async ({ pageParam, signal }) => {
      const input = { warung_id: id, before: pageParam ?? undefined, limit: limits.pageSize };
      return postPage(await unlessMissing(api.get_warung_menu(input, { signal }), []));
    },
    initialPageParam: null as Before | null,
    getNextPageParam: ({ next }) => next,
    staleTime: freshFor,
    meta: { failed: 'Gagal memuat menu.' },
  });

/** The answer, or `missing` when there is no such stall; an address that holds no id names none. */
async function unlessMissing<Answer, Missing>(answer: Promise<Answer>, missing: Missing): Promise<Answer | Missing> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'warung_not_found' || error.code === 'invalid_input')) {
      return missing;
    }
    throw error;
  }
}
