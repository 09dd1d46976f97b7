import type { CallOutput } from '@lapau/contract/calls';
import type { Warung } from '@lapau/contract/warungs';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { bootedAt, page, takeBootAnswer } from '../../lib/calls/boot.ts';
import { freshForMs } from '../../lib/query/fresh-for.ts';
import { firstPageOf, keysetPages, nextAfter } from '../../lib/query/keyset.ts';
import { postPage, postsKey } from '../../lib/query/post-cache.ts';

/** The key of stalls and lists of stalls; menus are lists of posts and have their key. */
export const warungsKey = ['warungs'] as const;
export const warungListsKey = [...warungsKey, 'lists'] as const;

/** A page of stalls; `name` is what a search has found instead. */
type WarungPage = CallOutput<'search_warungs'>;

const menuKey = (id: string) => [...postsKey, 'menu', id] as const;

/**
 * Stalls by name, newest first; an empty search finds all.
 * @param near lists what the search may have meant, for one that finds nothing as it was typed
 */
export const warungListQuery = (search: string, near = false) =>
  infiniteQueryOptions({
    queryKey: [...warungListsKey, search, near],
    ...keysetPages(
      async (keyset, request): Promise<WarungPage> => {
        const input = { search_term: search, ...keyset };
        if (near) return api.search_warungs(input, request);
        return { name: null, warungs: await api.list_warungs(input, request) };
      },
      ({ warungs }) => nextAfter(warungs),
    ),
    // No signals are followed while the list is not shown.
    staleTime: 0,
    meta: { failed: 'Gagal memuat daftar warung.', ...(search === '' && { stored: firstPageOf }) },
  });

/** A stall, or null when there is none or members may not see it. */
export const warungQuery = (id: string) =>
  queryOptions({
    queryKey: [...warungsKey, 'one', id],
    queryFn: ({ signal }) => orIfNotFound(api.get_warung({ warung_id: id }, { signal }), null),
    initialData: () => takeBootAnswer('get_warung', (warung) => warung.id === id),
    initialDataUpdatedAt: bootedAt,
    staleTime: freshForMs,
    meta: { failed: 'Gagal memuat data warung.', stored: true },
  });

/** A stall from a cached list, to be shown until it has been loaded itself. */
export function findListedWarung(client: QueryClient, id: string): Warung | undefined {
  const lists = client.getQueriesData<InfiniteData<WarungPage>>({ queryKey: warungListsKey });
  return lists
    .flatMap(([, list]) => list?.pages.flatMap(({ warungs }) => warungs) ?? [])
    .find((warung) => warung.id === id);
}

/** A stall's dishes, newest first, the sold-out ones too. */
export const menuQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: menuKey(id),
    ...keysetPages(
      async (keyset, request) =>
        postPage(await orIfNotFound(api.get_warung_menu({ warung_id: id, ...keyset }, request), [])),
      ({ next }) => next,
    ),
    initialData: () => {
      const posts = takeBootAnswer('get_warung_menu', () => page.pathname.includes(id));
      return posts && { pages: [postPage(posts)], pageParams: [null] };
    },
    initialDataUpdatedAt: bootedAt,
    staleTime: freshForMs,
    meta: { failed: 'Gagal memuat menu.', stored: firstPageOf },
  });

/** The answer, or `missing` when there is no such stall; `invalid_input` means that the id in the URL is not a UUID. */
async function orIfNotFound<Answer, Missing>(answer: Promise<Answer>, missing: Missing): Promise<Answer | Missing> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'warung_not_found' || error.code === 'invalid_input')) {
      return missing;
    }
    throw error;
  }
}
