import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FeedFilter } from '../api.ts';

const searchDelayMs = 500;

type FeedFilterState = {
  filter: FeedFilter;
  /** The text in the search box; it becomes part of the filter once typing pauses. */
  searchInput: string;
  setSearchInput: (search: string) => void;
  /** Searches at once. */
  searchFor: (search: string) => void;
  setNagari: (nagari: string) => void;
  clear: () => void;
};

/** The filter of a list of posts. It is stored in the URL, so that going back and reloading show the same list. */
export function useFeedFilter(): FeedFilterState {
  const [params, setParams] = useSearchParams();
  const [pendingSearch, setPendingSearch] = useState<string>();
  const search = params.get('cari') ?? '';
  const nagari = params.get('nagari') ?? '';

  function setFilter(changes: Partial<Record<'cari' | 'nagari', string>>) {
    const next = { cari: search, nagari, ...changes };
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true },
    );
  }
  const applySearch = useEffectEvent((cari: string) => {
    setFilter({ cari });
    setPendingSearch(undefined);
  });
  useEffect(() => {
    if (pendingSearch === undefined) return;
    const timer = setTimeout(() => applySearch(pendingSearch), searchDelayMs);
    return () => clearTimeout(timer);
  }, [pendingSearch]);

  return {
    filter: { search: search.trim(), nagari },
    searchInput: pendingSearch ?? search,
    setSearchInput: setPendingSearch,
    searchFor: (cari) => {
      setPendingSearch(undefined);
      setFilter({ cari });
    },
    setNagari: (nagari) => setFilter({ nagari }),
    clear: () => {
      setPendingSearch(undefined);
      setFilter({ cari: '', nagari: '' });
    },
  };
}
