import type { Comment } from '@lapau/contract/comments';
import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { updatePostEverywhere } from '../../lib/post-cache.ts';
import { toast } from '../../lib/toast.ts';

/** A post's comments, oldest first, replies among them. */
export interface Thread {
  comments: Comment[];
  /** The last one that the list has given; own comments come before it has. */
  last: Before | undefined;
}

/** What comes after the last comment that is known, all of it. */
async function fetchAfter(postId: string, known?: Before, signal?: AbortSignal): Promise<Thread> {
  const comments: Comment[] = [];
  let last = known;
  for (let hasMore = true; hasMore;) {
    // Each page starts where the last one ended.
    const page = await api.get_comments_for_post({ p_post_id: postId, after: last }, { signal });
    comments.push(...page);
    const newest = page.at(-1);
    if (newest) last = { created_at: newest.created_at, id: newest.id };
    hasMore = page.length >= limits.commentPage;
  }
  return { comments, last };
}

/** A post's comments. Their number is the post's count wherever it shows. */
export const threadQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ client, signal }) => {
      const thread = await fetchAfter(postId, undefined, signal);
      countComments(client, postId, thread.comments.length);
      return thread;
    },
    // No signal of it was heard while nobody looked at it.
    staleTime: 0,
    // A post that is gone takes its comments along, and its screen or list says so.
    meta: { failed: 'Gagal memuat komentar.', failedBy: { post_not_found: null } },
  });

/** Adds what has come since to a post's comments; fetches them all when there are none yet, or when that fails. */
export async function fetchNewComments(client: QueryClient, postId: string): Promise<void> {
  const { queryKey } = threadQuery(postId);
  const known = client.getQueryData(queryKey);
  try {
    if (!known) return await client.invalidateQueries({ queryKey });
    const { comments, last } = await fetchAfter(postId, known.last);
    changeThread(client, postId, (thread) => ({ comments: merge(thread.comments, comments), last }));
  } catch {
    await client.invalidateQueries({ queryKey });
  }
}

/** Both lists as one, by time; one's own comment may be there before the one it came after. */
export function merge(known: Comment[], added: Comment[]): Comment[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...added.filter(({ id }) => !ids.has(id))].toSorted(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  );
}

function countComments(client: QueryClient, postId: string, comments: number): void {
  updatePostEverywhere(client, postId, (post) => (post.comments === comments ? post : { ...post, comments }));
}

function changeThread(client: QueryClient, postId: string, change: (thread: Thread) => Thread): void {
  const thread = client.setQueryData(threadQuery(postId).queryKey, (before) => before && change(before));
  if (thread) countComments(client, postId, thread.comments.length);
}

/** A comment on its way: its id stays the same however often it is tried (D59). */
export interface NewComment {
  id: string;
  postId: string;
  content: string;
  /** What it answers, of any level. */
  replyTo: Comment | null;
}

/** Sends a comment; it may be sent again with the same id (D59). */
export const addComment = ({ id, postId, content, replyTo }: NewComment): Promise<Comment> =>
  api.add_comment({
    id,
    post_id_to_comment_on: postId,
    comment_content: content,
    parent_comment_id: replyTo?.id ?? null,
  });

/** Puts a stored comment into the cached thread of its post. */
export const cacheComment = (client: QueryClient, comment: Comment): void =>
  changeThread(client, comment.post_id, (thread) => ({ ...thread, comments: merge(thread.comments, [comment]) }));

/** Deletes a comment and its replies (D27). */
export const deleteComment = mutationOptions({
  mutationFn: ({ id }: Comment) => api.delete_comment({ comment_id: id }),
  onSuccess: (_answer, { id, post_id: postId }, _kept, { client }) => {
    changeThread(client, postId, (thread) => ({
      ...thread,
      comments: thread.comments.filter((other) => other.id !== id && other.parent_id !== id),
    }));
    toast.success('Komentar dihapus.');
  },
  meta: { failed: 'Gagal menghapus komentar.' },
});
