import type { CallOutput } from '@lapau/contract/calls';
import type { FeedPost } from '@lapau/contract/posts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';
import { firstPageOf, keysetPages, nextAfter } from '../../lib/query/keyset.ts';
import type { PageInput } from '../../lib/query/keyset.ts';
import { isOverAMinuteOld, postsKey, updatePostEverywhere } from '../../lib/query/post-cache.ts';
import type { PostList, PostPage } from '../../lib/query/post-cache.ts';

async function fetchPage(page: PageInput, request: { signal: AbortSignal }): Promise<PostPage> {
  const posts = await api.get_saved_posts(page, request);
  // The posts are sorted by the time of saving, not of posting.
  return { posts, next: nextAfter(posts.map(({ id, savedAt }) => ({ id, created_at: savedAt }))) };
}

/** One's saved posts, the last saved one first. */
export const savedQuery = infiniteQueryOptions({
  queryKey: [...postsKey, 'saved'],
  ...keysetPages(fetchPage, ({ next }) => next),
  // No signals are followed while the list is not shown.
  staleTime: 0,
  refetchOnWindowFocus: isOverAMinuteOld,
  meta: { failed: 'Gagal memuat postingan tersimpan.', stored: firstPageOf },
});

/** The texts when a save could not be stored: in lists and on the post's screen. */
export const saveFailedTexts = {
  list: 'Gagal menyimpan postingan. Coba lagi.',
  post: 'Gagal menyimpan post.',
} as const;

/** A saved post; `hasAlert` says whether the person is told when it is cooked again, where that is known. */
export type SavedPost = FeedPost & { hasAlert?: boolean };

type Save = {
  id: string;
  on: boolean;
  /** Whether the person wants to be told when the dish is cooked again; without it that stays as it is. */
  alert?: boolean;
  post: FeedPost;
  place: keyof typeof saveFailedTexts;
};

/** One's saves: the wanted state goes to the server. */
export const saves = createLatestChanges<Save, CallOutput<'toggle_save_post'>>({
  name: 'save',
  request: ({ id, on, alert }) => ({ call: 'toggle_save_post', input: { post_id_to_toggle: id, saved: on, alert } }),
  setsMore: ({ alert }) => alert !== undefined,
  applyAnswer: (client, { id, post: saved }, { is_saved: isSavedByUser, has_alert: hasAlert }) => {
    const state = { isSavedByUser, hasAlert };
    updatePostEverywhere(client, id, (post) => ({ ...post, ...state }));
    client.setQueryData(savedQuery.queryKey, (list) => list && withSaved(list, { ...saved, ...state }, isSavedByUser));
  },
  onSettled: (client) => void client.invalidateQueries({ queryKey: savedQuery.queryKey }),
  meta: ({ place, alert }) => ({
    failed: alert === undefined ? saveFailedTexts[place] : 'Gagal mengubah kabar masakan. Coba lagi.',
    failedBy: { unauthenticated: 'Anda harus login untuk menyimpan postingan.' },
  }),
});

/** The list with a post added at its beginning unless it is on it, or removed. */
function withSaved(list: PostList, post: FeedPost, isSaved: boolean): PostList {
  const [first, ...older] = list.pages;
  const isListed = list.pages.some(({ posts }) => posts.some(({ id }) => id === post.id));
  if (!first || isListed === isSaved) return list;
  if (isSaved) return { ...list, pages: [{ ...first, posts: [post, ...first.posts] }, ...older] };
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, posts: page.posts.filter(({ id }) => id !== post.id) })),
  };
}

/** The saved posts with the pending changes applied: what was saved last comes first. */
export function savedPosts(list: PostList | undefined, pending: ReadonlyMap<string, Save>): FeedPost[] | undefined {
  const wanted = list && [...pending.values()].reduce((all, { post, on }) => withSaved(all, post, on), list);
  const posts = wanted?.pages.flatMap((page) => page.posts);
  return posts && [...new Map(posts.map((post) => [post.id, post])).values()];
}
