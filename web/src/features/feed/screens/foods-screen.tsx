import { useMemo } from 'react';
import { FilterBar } from '../components/filter-bar.tsx';
import { FoodsList } from '../components/foods-list.tsx';
import { useFeedFilter } from '../components/use-feed-filter.ts';
import { useListTop } from '../components/use-list-top.ts';

/** What can be had now. */
export function FoodsScreen() {
  const { filter, typed, type, choose, clear } = useFeedFilter();
  const { list, listName } = useListTop(filter);
  const { search, nagari } = filter;
  const foodsFilter = useMemo(() => ({ search, nagari, foods: true as const }), [search, nagari]);
  return (
    <>
      <h1 className="sr-only">Makanan</h1>
      <FilterBar search={typed} onSearch={type} nagari={nagari} onNagari={choose} />
      <div ref={list} className="scroll-mt-[calc(var(--below-top-bar)+8rem)] px-3 pt-1">
        <FoodsList key={listName} filter={foodsFilter} onClear={clear} />
      </div>
    </>
  );
}
