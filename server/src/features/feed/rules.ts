import { hours, lastAt } from '@lapau/contract/day';
import type { NagariOption } from '@lapau/contract/feed';
import { joinJsonList, JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { cacheUntilSignal } from '../../platform/signals/cache.ts';
import { addReaderState } from '../posts/rules.ts';
import type { SharedPost } from '../posts/rules.ts';
import { findFeedPage, findNagariOptions } from './queries.ts';
import type { FeedFilter } from './queries.ts';

export { findCombinations, findNearPage } from './queries.ts';

export type Feed = {
  /** A page as this reader sees it. */
  page: (readerId: string, filter: FeedFilter) => Promise<JsonAnswer<'get_feed'>>;
  nagariOptions: () => Promise<NagariOption[]>;
};

const maxCachedPages = 100;

/** The day is part of the cache's key: sold-out dishes open with a new day, perhaps before a signal announces it. */
const today = () => lastAt(hours.newDay, new Date()).toISOString();

/**
 * Makes the feed. The part of a page that is the same for everybody is cached in this process until a signal on `feed`, `post:…`
 * or `warung:…`; what is the reader's own is read each time, by one statement. Searches are not cached.
 */
export function createFeed(platform: Platform): Feed {
  const { database } = platform;
  const cachePage = cacheUntilSignal<SharedPost[]>(
    platform,
    'feed pages',
    ({ topic }) => /^(?:feed|post|warung)\b/.test(topic),
    maxCachedPages,
  );
  const cacheOptions = cacheUntilSignal<NagariOption[]>(
    platform,
    'nagari',
    ({ topic }) => /^(?:feed|warung)\b/.test(topic),
    1,
  );

  return {
    page: async (readerId, filter) => {
      const load = () => findFeedPage(database, filter);
      const key = JSON.stringify([filter, today()]);
      const posts = await (filter.search_term === '' ? cachePage(key, load) : load());
      return new JsonAnswer<'get_feed'>(joinJsonList(await addReaderState(database, readerId, posts)));
    },
    nagariOptions: () => cacheOptions(today(), () => findNagariOptions(database)),
  };
}
