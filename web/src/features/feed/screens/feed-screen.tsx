import { useEffect, useRef } from 'react';
import { ActiveBanner } from '../../banners/parts/active-banner.tsx';
import { AnnouncementCard } from '../../settings/parts/announcement-card.tsx';
import { FeedList } from '../parts/feed-list.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { useFeedFilter } from '../parts/use-feed-filter.ts';

/** What the stalls cook today (SPEC section 2, home feed). */
export function FeedScreen() {
  const { filter, typed, type, choose, clear } = useFeedFilter();
  const list = useRef<HTMLDivElement>(null);
  const listName = `${filter.search}\n${filter.nagari}`;

  const lastName = useRef(listName);
  useEffect(() => {
    if (lastName.current === listName) return;
    lastName.current = listName;
    // Other posts are read from their first one.
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  }, [listName]);

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
