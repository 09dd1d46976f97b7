import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { WarungList } from '../components/warung-list.tsx';

const searchDelay = 500;

/** All stalls, by name. */
export function WarungListScreen() {
  // What is looked for stands in the URL, so that back and a reload show the same.
  const [params, setParams] = useSearchParams();
  const search = params.get('cari') ?? '';
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim(), searchDelay);
  const look = useEffectEvent((cari: string) => {
    if (cari !== search) setParams(cari === '' ? {} : { cari }, { replace: true });
  });
  useEffect(() => look(settled), [settled]);

  return (
    <div className="px-3">
      <h1 className="sr-only">Warung</h1>
      <div className="sticky top-(--below-top-bar) z-10 bg-background py-2">
        <SearchBox value={typed} onChange={setTyped} placeholder="Cari nama warung..." />
      </div>
      <div className="pt-1">
        <WarungList key={search} search={search} onClear={() => setTyped('')} />
      </div>
    </div>
  );
}
