import type { Comment } from '@lapau/contract/comments';
import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { createLatestChanges } from '../../lib/outbox/latest-changes.ts';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { toast } from '../../lib/screen/toast.ts';

/** A post's comments and replies, oldest first. */
export type Thread = {
  comments: Comment[];
  /** The last comment that was fetched in order. One's own new comments are added before all that precede them are fetched. */
  lastFetched: Before | undefined;
};

/** Fetches all comments after `after`, page by page. */
async function fetchCommentsAfter(postId: string, after?: Before, signal?: AbortSignal): Promise<Thread> {
  const comments: Comment[] = [];
  let lastFetched = after;
  for (let hasMore = true; hasMore;) {
    const page = await api.get_comments_for_post({ p_post_id: postId, after: lastFetched }, { signal });
    comments.push(...page);
    const newest = page.at(-1);
    if (newest) lastFetched = { created_at: newest.created_at, id: newest.id };
    hasMore = page.length >= limits.commentPage;
  }
  return { comments, lastFetched };
}

/** A post's comments. Also sets the post's comment count in every cached list. */
export const threadQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ client, signal }) => {
      const thread = await fetchCommentsAfter(postId, undefined, signal);
      setCommentCount(client, postId, thread.comments.length);
      return thread;
    },
    // No signals of the post are received while its comments are not shown.
    staleTime: 0,
    // The post's screen or list shows that the post has been deleted.
    meta: { failed: 'Gagal memuat komentar.', failedBy: { post_not_found: null }, stored: true },
  });

/** Adds newer comments to a cached thread; fetches the whole thread when none is cached or when that fails. */
export async function fetchNewComments(client: QueryClient, postId: string): Promise<void> {
  const { queryKey } = threadQuery(postId);
  const known = client.getQueryData(queryKey);
  try {
    if (!known) return refresh(client, queryKey);
    const { comments, lastFetched } = await fetchCommentsAfter(postId, known.lastFetched);
    updateThread(client, postId, (thread) => ({ comments: mergeComments(thread.comments, comments), lastFetched }));
  } catch {
    await client.invalidateQueries({ queryKey });
  }
}

/** Joins both lists without duplicates, sorted by time: one's own comment may be cached before older ones are fetched. */
function mergeComments(known: Comment[], added: Comment[]): Comment[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...added.filter(({ id }) => !ids.has(id))].sort(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  );
}

function setCommentCount(client: QueryClient, postId: string, comments: number): void {
  updatePostEverywhere(client, postId, (post) => (post.comments === comments ? post : { ...post, comments }));
}

function updateThread(client: QueryClient, postId: string, change: (thread: Thread) => Thread): void {
  const thread = client.setQueryData(threadQuery(postId).queryKey, (before) => before && change(before));
  if (thread) setCommentCount(client, postId, thread.comments.length);
}

/** A comment to be sent. Every attempt uses the same id, so that it is stored only once. */
export type NewComment = {
  id: string;
  postId: string;
  content: string;
  /** The comment or reply it answers. */
  replyTo: Comment | null;
};

/** Puts a stored comment into the cached thread of its post. */
export const cacheComment = (client: QueryClient, comment: Comment): void =>
  updateThread(client, comment.post_id, (thread) => ({
    ...thread,
    comments: mergeComments(thread.comments, [comment]),
  }));

/** Comments of one's own that are being deleted, with their replies: they disappear at once, and come back when that is refused. */
export const commentDeletions = createLatestChanges<{ id: string; postId: string }, unknown>({
  name: 'comment-deletion',
  request: ({ id }) => ({ call: 'delete_comment', input: { comment_id: id } }),
  applyAnswer: (client, { id, postId }) => {
    updateThread(client, postId, (thread) => ({
      ...thread,
      comments: withoutComments(thread.comments, new Set([id])),
    }));
    toast.success('Komentar dihapus.');
  },
  meta: { failed: 'Gagal menghapus komentar.' },
});

/** The comments that neither have one of these ids nor answer a comment that has one. */
export const withoutComments = (comments: Comment[], ids: { has: (id: string) => boolean }): Comment[] =>
  comments.filter(({ id, parent_id }) => !ids.has(id) && !(parent_id !== null && ids.has(parent_id)));
