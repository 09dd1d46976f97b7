import { foodsInput } from '@lapau/contract/boot';
import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { bootedAt, page, takeBootAnswer } from '../../lib/calls/boot.ts';
import { firstPageOf, keysetPages } from '../../lib/query/keyset.ts';
import type { PageInput } from '../../lib/query/keyset.ts';
import { isOverAMinuteOld, postPage, postsKey } from '../../lib/query/post-cache.ts';
import type { PostList, PostPage } from '../../lib/query/post-cache.ts';

/** What a list of posts is filtered by; an empty text matches every post. */
export type FeedFilter = {
  search: string;
  nagari: string;
  /** Whether this is the list of /foods: only dishes of open stalls that are not sold out, no posts of admins. */
  foods?: true;
  /** Whether to list what the search may have meant, if nothing is found as it was typed. */
  near?: true;
};

async function fetchPage(
  { search, nagari, foods, near }: FeedFilter,
  keyset: PageInput,
  request?: { signal: AbortSignal },
): Promise<PostPage> {
  const input = {
    search_term: search,
    nagari_filter: nagari,
    ...(foods && foodsInput),
    ...keyset,
  };
  if (!near) return postPage(await api.get_feed(input, request));
  const { name, posts } = await api.search_posts(input, request);
  return { ...postPage(posts), name };
}

export const feedFailedText = ({ foods }: FeedFilter): string =>
  foods ? 'Gagal memuat daftar makanan.' : 'Gagal memuat feed.';

const isUnfiltered = ({ search, nagari }: FeedFilter): boolean => search === '' && nagari === '';

export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...postsKey, 'feed', filter],
    ...keysetPages(
      (keyset, request) => fetchPage(filter, keyset, request),
      ({ next }) => next,
    ),
    initialData: () => {
      const isPages = isUnfiltered(filter) && (filter.foods ?? false) === (page.pathname === '/foods');
      const posts = isPages ? takeBootAnswer('get_feed') : undefined;
      return posts && { pages: [postPage(posts)], pageParams: [null] };
    },
    initialDataUpdatedAt: bootedAt,
    refetchOnWindowFocus: isOverAMinuteOld,
    meta: { failed: feedFailedText(filter), ...(isUnfiltered(filter) && { stored: firstPageOf }) },
  });

/** The posts of a list in order, without duplicates: a post that moved down between two page requests is on both pages. */
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
  meta: { failed: 'Gagal memuat daftar nagari.', isOptional: true, stored: true },
});

/** Whether `post` comes before `other` in a list: newest first, the greater id first within one moment. */
export function isNewer(post: Pick<FeedPost, 'createdAt' | 'id'>, other: Pick<FeedPost, 'createdAt' | 'id'>): boolean {
  // The server writes all times in one format and ids in lower case, so both can be compared as texts.
  return post.createdAt === other.createdAt ? post.id > other.id : post.createdAt > other.createdAt;
}

/**
 * Replaces the beginning of a loaded list by a first page that was fetched again. Loaded posts older than that page stay;
 * those in its range are replaced, so that new ones appear and deleted ones disappear. When the page does not reach down
 * to the loaded posts, only the page remains: posts between the two would be missing.
 */
export function mergeFirstPage(list: PostList, firstPage: PostPage): PostList {
  const onlyFirstPage: PostList = { pages: [firstPage], pageParams: [null] };
  const last = firstPage.posts.at(-1);
  const newestLoaded = list.pages[0]?.posts[0];
  if (!last || !newestLoaded || firstPage.next === null || isNewer(last, newestLoaded)) return onlyFirstPage;

  // A renewed post (D69) may still be further down, with its old time.
  const fetchedIds = new Set(firstPage.posts.map(({ id }) => id));
  const older = list.pages.map((page, index) => ({
    page: { ...page, posts: page.posts.filter((post) => isNewer(last, post) && !fetchedIds.has(post.id)) },
    param: list.pageParams[index],
  }));
  const [first, ...others] = older;
  const rest = others.filter(({ page }) => page.posts.length > 0);
  if (!first || (first.page.posts.length === 0 && rest.length === 0)) return onlyFirstPage;
  return {
    pages: [
      { ...firstPage, next: first.page.next, posts: [...firstPage.posts, ...first.page.posts] },
      ...rest.map(({ page }) => page),
    ],
    pageParams: [null, ...rest.map(({ param }) => param)],
  };
}

/** Fetches a list's first page again and merges it in, without loading the other pages. Does nothing when the call fails. */
export async function refetchFirstPage(client: QueryClient, filter: FeedFilter): Promise<void> {
  const { queryKey } = feedQuery(filter);
  const firstPage = await fetchPage(filter, { before: undefined, limit: limits.pageSize }).catch(ignoreApiError);
  if (firstPage) client.setQueryData(queryKey, (list) => list && mergeFirstPage(list, firstPage));
}

function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
