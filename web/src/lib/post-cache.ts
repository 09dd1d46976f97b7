import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import type { Before } from '@lapau/contract/text';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Whatever is cached with posts in it lies under this key, as a PostList or a single FeedPost. */
export const postsKey = ['posts'] as const;

/** Some posts of a list, newest first, and where the list goes on: null at its end. */
export interface PostPage {
  posts: FeedPost[];
  next: Before | null;
}

export type PostList = InfiniteData<PostPage>;

/** The answer to a request for `limit` posts as a page. */
export function postPage(posts: FeedPost[], limit: number = limits.pageSize): PostPage {
  const last = posts.at(-1);
  return { posts, next: last && posts.length >= limit ? { created_at: last.createdAt, id: last.id } : null };
}

const minuteMs = 60_000;

/**
 * Whether a list is fetched again when the page gets the focus: no signal tells lists of other people's likes and
 * comments, so that a like does not make every open feed fetch (D60).
 */
export const isOverAMinuteOld = ({ state }: { state: { dataUpdatedAt: number } }): 'always' | false =>
  Date.now() - state.dataUpdatedAt > minuteMs && 'always';

type Change = (post: FeedPost) => FeedPost | null;

/**
 * Changes a post in every list and on every screen that shows it, so that a like or a save is the same everywhere at once.
 * @param change gives the post as it is now, or null when it is gone from the lists
 */
export function updatePostEverywhere(client: QueryClient, id: string, change: Change): void {
  for (const [key, data] of client.getQueriesData<PostList | FeedPost>({ queryKey: postsKey })) {
    const changed = data && changeIn(data, id, change);
    if (!changed || changed === data) continue;
    // It is as old as before: what else changed on the server is still to be fetched.
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

/** A post as some list or screen has it, for the moment until it has been asked for. */
export function findPost(client: QueryClient, id: string): FeedPost | undefined {
  const cached = client.getQueriesData<PostList | FeedPost>({ queryKey: postsKey });
  return cached
    .flatMap(([, data]) => (data && 'pages' in data ? data.pages.flatMap(({ posts }) => posts) : (data ?? [])))
    .find((post) => post.id === id);
}
