import type { CallInput } from '@lapau/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** A search that found nothing. */
export type EmptySearch = {
  search: string;
  list: NonNullable<CallInput<'suggest_search'>['list']>;
  /** Empty for all. */
  nagari?: string;
};

export const nearSpellingKey = ['near-spelling'] as const;

/** The nearest spelling that finds something in the same list, or null (D55). */
export const nearSpellingQuery = ({ search, list, nagari = '' }: EmptySearch) =>
  queryOptions({
    queryKey: [...nearSpellingKey, list, nagari, search],
    queryFn: async ({ signal }) =>
      (await api.suggest_search({ search_term: search, list, nagari_filter: nagari }, { signal })).suggestion,
    // No signals are received while no empty list is shown.
    staleTime: 0,
    // The list says that it is empty; that no offer could be loaded needs no toast.
    meta: { failed: null },
  });
