import { cleanLine } from '@lapau/contract/typed-text';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SearchBar } from '../../../ui/fields/search-bar.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { useDebounced } from '../../../ui/fields/use-debounced.ts';
import { useTyping } from '../../../ui/fields/use-typing.ts';
import { Heading } from '../../../ui/parts/heading.tsx';
import { OwnWarungCard } from '../components/own-warung-card.tsx';
import { WarungList } from '../components/warung-list.tsx';

const searchDelayMs = 500;

/** All stalls, searchable by name. */
export function WarungListScreen() {
  // The search is stored in the URL, so that going back and reloading show the same list.
  const [params, setParams] = useSearchParams();
  const search = params.get('cari') ?? '';
  const [searchInput, setSearchInput] = useState(search);
  const debouncedSearch = useDebounced(cleanLine(searchInput), searchDelayMs);
  const { isTyping, handlers } = useTyping();
  const applySearch = useEffectEvent((cari: string) => {
    if (cari !== search) setParams(cari === '' ? {} : { cari }, { replace: true });
  });
  useEffect(() => applySearch(debouncedSearch), [debouncedSearch]);

  return (
    <>
      <Heading>Warung</Heading>
      <SearchBar isTyping={isTyping}>
        <SearchBox value={searchInput} onChange={setSearchInput} placeholder="Cari nama warung..." {...handlers} />
      </SearchBar>
      <div className="px-3 pt-1">
        <OwnWarungCard />
        <WarungList
          key={search}
          search={search}
          onClear={() => setSearchInput('')}
          isExact={params.has('tepat')}
          onExact={() => setParams({ cari: search, tepat: '1' })}
        />
      </div>
    </>
  );
}
