import { Heading } from '../../../ui/heading.tsx';
import { ActiveBanner } from '../../banners/components/active-banner.tsx';
import { AnnouncementCard } from '../../settings/components/announcement-card.tsx';
import { FeedList } from '../components/feed-list.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { useFeedFilter } from '../components/use-feed-filter.ts';
import { useScrollToListTop } from '../components/use-scroll-to-list-top.ts';

/** The home screen: banner, announcement and all posts. */
export function FeedScreen() {
  const { filter, searchInput, setSearchInput, searchFor, setNagari, clear } = useFeedFilter();
  const { listRef, listKey } = useScrollToListTop(filter);

  return (
    <>
      <Heading>Feed</Heading>
      <ActiveBanner />
      <div className="px-3 pt-3 empty:hidden">
        <AnnouncementCard />
      </div>
      <FilterBar search={searchInput} onSearch={setSearchInput} nagari={filter.nagari} onNagari={setNagari} />
      <div ref={listRef} className="scroll-mt-[calc(var(--below-top-bar)+8rem)]">
        <FeedList key={listKey} filter={filter} onClear={clear} onSearch={searchFor} />
      </div>
    </>
  );
}
