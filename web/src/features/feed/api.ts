import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { bootedAt, takeBootAnswer } from '../../lib/boot.ts';
import { isOverAMinuteOld, postPage, postsKey } from '../../lib/post-cache.ts';
import type { PostList, PostPage } from '../../lib/post-cache.ts';

/** What the reader looks for; empty texts look for everything. */
export interface FeedFilter {
  search: string;
  nagari: string;
  /** /foods: only what stalls cook and can be had now. */
  foods?: true;
}

async function fetchPage(
  { search, nagari, foods }: FeedFilter,
  before: Before | null,
  signal?: AbortSignal,
): Promise<PostPage> {
  const posts = await api.get_feed(
    {
      search_term: search,
      nagari_filter: nagari,
      ...(foods && { include_admin_posts: false, only_open: true }),
      before: before ?? undefined,
      limit: limits.pageSize,
    },
    { signal },
  );
  return postPage(posts);
}

export const feedFailure = ({ foods }: FeedFilter): string =>
  foods ? 'Gagal memuat daftar makanan.' : 'Gagal memuat feed.';

export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...postsKey, 'feed', filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    initialPageParam: null as Before | null,
    getNextPageParam: ({ next }) => next,
    initialData: () => {
      const isWhole = filter.search === '' && filter.nagari === '' && !filter.foods;
      const posts = isWhole ? takeBootAnswer('get_feed') : undefined;
      return posts && { pages: [postPage(posts)], pageParams: [null] };
    },
    initialDataUpdatedAt: bootedAt,
    refetchOnWindowFocus: isOverAMinuteOld,
    // A search that is refused says so in the list's place.
    meta: { failed: feedFailure(filter), failedBy: { invalid_input: null } },
  });

/** The posts of a list in order, each once: one that moved down while pages were fetched would be there twice. */
export function postsOf(list: PostList | undefined): FeedPost[] {
  const posts = list?.pages.flatMap((page) => page.posts) ?? [];
  return [...new Map(posts.map((post) => [post.id, post])).values()];
}

export const nagariQuery = queryOptions({
  queryKey: ['nagari'],
  queryFn: ({ signal }) => api.get_unique_nagari_options({}, { signal }),
  initialData: () => takeBootAnswer('get_unique_nagari_options'),
  initialDataUpdatedAt: bootedAt,
  refetchOnWindowFocus: false,
  meta: { failed: 'Gagal memuat daftar nagari.' },
});

/** Whether `post` comes before `other` in a list, newest first with the id as tie-break (D14). */
export function isNewer(post: Pick<FeedPost, 'createdAt' | 'id'>, other: Pick<FeedPost, 'createdAt' | 'id'>): boolean {
  // The server writes all moments alike, so their texts order as they do; ids are lower-case.
  return post.createdAt === other.createdAt ? post.id > other.id : post.createdAt > other.createdAt;
}

/**
 * Puts a freshly fetched first page on a list that was loaded before: what is new comes in, what is gone from its range
 * goes, older pages stay. A list that does not reach up to the fresh page starts anew, as it would have a hole.
 */
export function mergeHead(list: PostList, head: PostPage): PostList {
  const alone: PostList = { pages: [head], pageParams: [null] };
  const last = head.posts.at(-1);
  const newestBefore = list.pages[0]?.posts[0];
  if (!last || !newestBefore || head.next === null || isNewer(last, newestBefore)) return alone;

  const older = list.pages.map((page, index) => ({
    page: { ...page, posts: page.posts.filter((post) => isNewer(last, post)) },
    param: list.pageParams[index],
  }));
  const [first, ...others] = older;
  const rest = others.filter(({ page }) => page.posts.length > 0);
  if (!first || (first.page.posts.length === 0 && rest.length === 0)) return alone;
  return {
    pages: [{ ...first.page, posts: [...head.posts, ...first.page.posts] }, ...rest.map(({ page }) => page)],
    pageParams: [null, ...rest.map(({ param }) => param)],
  };
}

/** Brings the newest posts into the list without loading all of it again. A failure is left to the next try. */
export async function refreshHead(client: QueryClient, filter: FeedFilter): Promise<void> {
  const { queryKey } = feedQuery(filter);
  const head = await fetchPage(filter, null).catch(ignoreApiError);
  if (head) client.setQueryData(queryKey, (list) => list && mergeHead(list, head));
}

function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
