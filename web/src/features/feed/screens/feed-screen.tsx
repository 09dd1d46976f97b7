import { useTyping } from '../../../ui/fields/use-typing.ts';
import { Heading } from '../../../ui/parts/heading.tsx';
import { ActiveBanner } from '../../banners/components/active-banner.tsx';
import { Announcement } from '../../settings/components/announcement.tsx';
import { FeedList } from '../components/feed-list.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { useFeedFilter } from '../components/use-feed-filter.ts';
import { useScrollToListTop } from '../components/use-scroll-to-list-top.ts';

/** The home screen: banner and announcement, which give way to search results, and all posts. */
export function FeedScreen() {
  const { filter, searchInput, setSearchInput, isExact, searchExactly, setNagari, clear } = useFeedFilter();
  const { listRef, listKey } = useScrollToListTop(filter);
  const typing = useTyping();
  const isSearching = typing.isTyping || searchInput !== '';

  return (
    <>
      <Heading>Feed</Heading>
      {!isSearching && (
        <>
          {/* On a phone on its side the banner would leave no room for the food. */}
          <div className="sideways:hidden">
            <ActiveBanner />
          </div>
          <Announcement />
        </>
      )}
      <FilterBar
        search={searchInput}
        onSearch={setSearchInput}
        nagari={filter.nagari}
        onNagari={setNagari}
        typing={typing}
      />
      <div ref={listRef} className="scroll-mt-(--below-search-bar) pt-1">
        <FeedList key={listKey} filter={filter} onClear={clear} isExact={isExact} onExact={searchExactly} />
      </div>
    </>
  );
}
