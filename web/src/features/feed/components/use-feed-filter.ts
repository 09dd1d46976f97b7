import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FeedFilter } from '../api.ts';

const searchDelayMs = 500;

type FeedFilterState = {
  filter: FeedFilter;
  /** The text in the search box; it becomes part of the filter once typing pauses. */
  searchInput: string;
  setSearchInput: (search: string) => void;
  /** Whether only matches of the search as it was typed are wanted, not what it may have meant. */
  isExact: boolean;
  searchExactly: () => void;
  setNagari: (nagari: string) => void;
  clear: () => void;
};

/** The filter of a list of posts. It is stored in the URL, so that going back and reloading show the same list. */
export function useFeedFilter(): FeedFilterState {
  const [params, setParams] = useSearchParams();
  const [pendingSearch, setPendingSearch] = useState<string>();
  const search = params.get('cari') ?? '';
  const nagari = params.get('nagari') ?? '';
  const tepat = params.get('tepat') ?? '';

  function setFilter(changes: Partial<Record<'cari' | 'nagari' | 'tepat', string>>, replace = true) {
    const next = { cari: search, nagari, tepat, ...changes };
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace },
    );
  }
  const applySearch = useEffectEvent((cari: string) => {
    setFilter({ cari, tepat: '' });
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
    isExact: tepat !== '',
    // Going back leads to what was found before.
    searchExactly: () => setFilter({ tepat: '1' }, false),
    setNagari: (nagari) => setFilter({ nagari }),
    clear: () => {
      setPendingSearch(undefined);
      setFilter({ cari: '', nagari: '', tepat: '' });
    },
  };
}
