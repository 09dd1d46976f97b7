import { useTyping } from '../../../ui/fields/use-typing.ts';
import { Heading } from '../../../ui/parts/heading.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FoodCardSkeletons } from './food-card-skeletons.tsx';
import { useFeedFilter } from './use-feed-filter.ts';

const ignore = () => {};

/** The skeleton of the dishes until the screen's code has loaded. */
export function FoodsSkeleton() {
  const { filter } = useFeedFilter();
  const typing = useTyping();
  return (
    <>
      <Heading>Makanan</Heading>
      {/* The search bar is inert, as a text typed into it would be lost. */}
      <div inert className="contents">
        <FilterBar
          search={filter.search}
          onSearch={ignore}
          nagari={filter.nagari}
          onNagari={ignore}
          typing={typing}
          foods
        />
      </div>
      <div className="px-3 pt-1">
        <FoodCardSkeletons count={8} />
      </div>
    </>
  );
}
