import { useMemo } from 'react';
import { useTyping } from '../../../ui/fields/use-typing.ts';
import { Heading } from '../../../ui/parts/heading.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { FoodsList } from '../components/foods-list.tsx';
import { useFeedFilter } from '../components/use-feed-filter.ts';
import { useScrollToListTop } from '../components/use-scroll-to-list-top.ts';

/** The dishes that are available now. */
export function FoodsScreen() {
  const { filter, searchInput, setSearchInput, isExact, searchExactly, setNagari, clear } = useFeedFilter();
  const { listRef, listKey } = useScrollToListTop(filter);
  const typing = useTyping();
  const { search, nagari } = filter;
  const foodsFilter = useMemo(() => ({ search, nagari, foods: true as const }), [search, nagari]);
  return (
    <>
      <Heading>Makanan</Heading>
      <FilterBar
        search={searchInput}
        onSearch={setSearchInput}
        nagari={nagari}
        onNagari={setNagari}
        typing={typing}
        foods
      />
      <div ref={listRef} className="scroll-mt-(--below-search-bar) px-3 pt-1">
        <FoodsList key={listKey} filter={foodsFilter} onClear={clear} isExact={isExact} onExact={searchExactly} />
      </div>
    </>
  );
}
