import { cleanLine } from '@lapau/contract/typed-text';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from './use-debounced.ts';

const searchDelayMs = 500;

/**
 * The search and filters of a list, stored in the URL, so that going back and reloading show the same list.
 * @param names the names of the filters besides the search, which is `cari`
 */
export function useUrlFilter<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const search = params.get('cari') ?? '';
  const [searchInput, setSearchInput] = useState(search);
  const debounced = useDebounced(cleanLine(searchInput), searchDelayMs);
  const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;

  function set(name: string, value: string) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  }
  /** Sets this filter and clears all others. */
  const setOnly = (name: Name, value: string) => setParams({ [name]: value }, { replace: true });
  const applySearch = useEffectEvent((cari: string) => {
    if (cari !== search) set('cari', cari);
  });
  useEffect(() => applySearch(debounced), [debounced]);

  function clear() {
    setSearchInput('');
    setParams({}, { replace: true });
  }
  return { search, filter, searchInput, setSearchInput, set, setOnly, clear };
}
