import { cacheUntilSignal } from '../../platform/cache.ts';
import type { JsonText } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { completePosts } from '../posts/rules.ts';
import type { SharedPost } from '../posts/rules.ts';
import { findFeedPage, findNagariOptions } from './queries.ts';
import type { FeedFilter } from './queries.ts';

export type Feed = {
  /** A page as JSON text for this reader (FeedPost[]). */
  page: (readerId: string, filter: FeedFilter) => Promise<JsonText>;
  nagariOptions: () => Promise<{ nagari: string }[]>;
};

const keptPages = 100;

/**
 * The feed. What a page shows everybody is kept in process until a signal on `feed`, `post:…` or `warung:…` drops it;
 * what is the reader's own is asked each time, by one statement. Searches are not kept.
 */
export function createFeed({ database, bus }: Platform): Feed {
  const keep = cacheUntilSignal<SharedPost[]>(bus, ({ topic }) => /^(?:feed|post|warung)\b/.test(topic), keptPages);
  const keepOptions = cacheUntilSignal<{ nagari: string }[]>(bus, ({ topic }) => /^(?:feed|warung)\b/.test(topic), 1);

  return {
    page: async (readerId, filter) => {
      const load = () => findFeedPage(database, filter);
      const posts = await (filter.search_term === '' ? keep(JSON.stringify(filter), load) : load());
      return completePosts(database, readerId, posts);
    },
    nagariOptions: () => keepOptions('all', () => findNagariOptions(database)),
  };
}
