import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FeedFilter } from '../api.ts';

const searchDelay = 500;

interface FeedFilterState {
  /** What is looked for: it stands in the URL, so that back and a reload show the same. */
  filter: FeedFilter;
  /** What stands in the search box; it is looked for once the typing pauses. */
  typed: string;
  type: (search: string) => void;
  choose: (nagari: string) => void;
  clear: () => void;
}

export function useFeedFilter(): FeedFilterState {
  const [params, setParams] = useSearchParams();
  const [unsettled, setUnsettled] = useState<string>();
  const search = params.get('cari') ?? '';
  const nagari = params.get('nagari') ?? '';

  function put(changes: Partial<Record<'cari' | 'nagari', string>>) {
    const next = { cari: search, nagari, ...changes };
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true },
    );
  }
  const settle = useEffectEvent((cari: string) => {
    put({ cari });
    setUnsettled(undefined);
  });
  useEffect(() => {
    if (unsettled === undefined) return;
    const timer = setTimeout(() => settle(unsettled), searchDelay);
    return () => clearTimeout(timer);
  }, [unsettled]);

  return {
    filter: { search: search.trim(), nagari },
    typed: unsettled ?? search,
    type: setUnsettled,
    choose: (nagari) => put({ nagari }),
    clear: () => {
      setUnsettled(undefined);
      put({ cari: '', nagari: '' });
    },
  };
}
