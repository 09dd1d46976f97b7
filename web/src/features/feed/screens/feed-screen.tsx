import { ActiveBanner } from '../../banners/components/active-banner.tsx';
import { AnnouncementCard } from '../../settings/components/announcement-card.tsx';
import { FeedList } from '../components/feed-list.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { useFeedFilter } from '../components/use-feed-filter.ts';
import { useListTop } from '../components/use-list-top.ts';

/** What the stalls cook today. */
export function FeedScreen() {
  const { filter, typed, type, choose, clear } = useFeedFilter();
  const { list, listName } = useListTop(filter);

  return (
    <>
      <h1 className="sr-only">Feed</h1>
      <ActiveBanner />
      <div className="px-3 pt-3 empty:hidden">
        <AnnouncementCard />
      </div>
      <FilterBar search={typed} onSearch={type} nagari={filter.nagari} onNagari={choose} />
      <div ref={list} className="scroll-mt-[calc(var(--below-top-bar)+8rem)]">
        <FeedList key={listName} filter={filter} onClear={clear} />
      </div>
    </>
  );
}
