import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import type { Before } from '@lapau/contract/text';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isBeyondNow } from '../device/noted-time.ts';
import { nextAfter } from './keyset.ts';

/** The key prefix of every query whose data contains posts, as a PostList or a single FeedPost. */
export const postsKey = ['posts'] as const;

/** The key of one post's query. */
export const postKey = (id: string) => [...postsKey, 'one', id] as const;

/** A page of posts, newest first, and the cursor of the next page: null at the end. */
export type PostPage = {
  posts: FeedPost[];
  next: Before | null;
  /** The name that a search may have meant, if this list shows that; null for nothing. */
  name?: string | null;
};

export type PostList = InfiniteData<PostPage>;

/** The answer to a request for `limit` posts as a page. */
export function postPage(posts: FeedPost[], limit: number = limits.pageSize): PostPage {
  return {
    posts,
    next: nextAfter(
      posts.map(({ id, createdAt }) => ({ id, created_at: createdAt })),
      limit,
    ),
  };
}

const minuteMs = 60_000;

/**
 * For `refetchOnWindowFocus`: lists get no signals of other people's likes and comments, as each like would make every open
 * feed refetch.
 */
export const isOverAMinuteOld = ({ state }: { state: { dataUpdatedAt: number } }): 'always' | false =>
  (Date.now() - state.dataUpdatedAt > minuteMs || isBeyondNow(state.dataUpdatedAt)) && 'always';

type Change = (post: FeedPost) => FeedPost | null;

/**
 * Changes a post in every list and on every screen that shows it, so that a like or a save is the same everywhere at once.
 * @param change returns the new post, or null to remove it from the lists
 */
export function updatePostEverywhere(client: QueryClient, id: string, change: Change): void {
  for (const [key, data] of client.getQueriesData<PostList | FeedPost>({ queryKey: postsKey })) {
    const changed = data && changeIn(data, id, change);
    if (!changed || changed === data) continue;
    // The time of fetching stays the old one, as other changes on the server still have to be fetched.
    client.setQueryData(key, changed, { updatedAt: client.getQueryState(key)?.dataUpdatedAt });
  }
}

function changeIn(data: PostList | FeedPost, id: string, change: Change): PostList | FeedPost | null {
  if (!('pages' in data)) return data.id === id ? change(data) : data;
  if (!data.pages.some(({ posts }) => posts.some((post) => post.id === id))) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    posts: page.posts.flatMap((post) => (post.id === id ? (change(post) ?? []) : post)),
  }));
  return { ...data, pages };
}

/** A post from any cached list or screen, to show until it has been fetched. */
export function findPost(client: QueryClient, id: string): FeedPost | undefined {
  const cached = client.getQueriesData<PostList | FeedPost>({ queryKey: postsKey });
  return cached
    .flatMap(([, data]) => (data && 'pages' in data ? data.pages.flatMap(({ posts }) => posts) : (data ?? [])))
    .find((post) => post.id === id);
}
