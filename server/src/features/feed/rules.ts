import { JsonText } from '../../platform/http/gate.ts';
import { keepUntilSignal } from '../../platform/kept.ts';
import { findFeedPage, findNagariOptions, findOwnMarks } from './queries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FeedFilter, OwnMarks, SharedPost } from './queries.ts';

export type Feed = {
  /** A page as JSON text for this reader (FeedPost[]). */
  page: (readerId: string, filter: FeedFilter) => Promise<JsonText>;
  nagariOptions: () => Promise<{ nagari: string }[]>;
};

const keptPages = 200;

/**
 * The feed. What a page shows everybody is kept in process until a signal on `feed`, `post:…` or `warung:…` drops it;
 * what is the reader's own is asked each time, by one statement. Searches are not kept.
 */
export function createFeed({ database, bus }: Platform): Feed {
  const keep = keepUntilSignal<SharedPost[]>(bus, ({ topic }) => /^(?:feed|post|warung)\b/.test(topic), keptPages);
  const keepOptions = keepUntilSignal<{ nagari: string }[]>(bus, ({ topic }) => /^(?:feed|warung)\b/.test(topic), 1);

  return {
    page: async (readerId, filter) => {
      const load = () => findFeedPage(database, filter);
      const posts = await (filter.search_term === '' ? keep(JSON.stringify(filter), load) : load());
      if (posts.length === 0) return new JsonText('[]');
      const marks = await findOwnMarks(database, readerId, posts.map((post) => post.id));
      return joinMarks(posts, marks);
    },
    nagariOptions: () => keepOptions('all', () => findNagariOptions(database)),
  };
}

/** Completes the posts' JSON with the reader's own marks, without parsing it. */
export function joinMarks(posts: SharedPost[], { liked, saved }: OwnMarks): JsonText {
  const whole = posts.map(
    ({ id, shared }) =>
      `${shared.slice(0, -1)},"isLikedByUser":${liked.includes(id)},"isSavedByUser":${saved.includes(id)}}`,
  );
  return new JsonText(`[${whole.join(',')}]`);
}
