import type { Comment } from '@lapau/contract/comments';
import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { updatePostEverywhere } from '../../lib/post-cache.ts';
import { retryTransient } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

async function fetchThread(postId: string, signal: AbortSignal): Promise<Comment[]> {
  const thread: Comment[] = [];
  for (let after: Before | undefined, hasMore = true; hasMore;) {
    // Each page starts where the last one ended.
    const page = await api.get_comments_for_post({ p_post_id: postId, after }, { signal });
    thread.push(...page);
    const last = page.at(-1);
    after = last && { created_at: last.created_at, id: last.id };
    hasMore = page.length >= limits.commentPage;
  }
  return thread;
}

/** A post's comments, oldest first, replies among them. Their number is the post's count wherever it shows. */
export const threadQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ client, signal }) => {
      const thread = await fetchThread(postId, signal);
      countComments(client, postId, thread.length);
      return thread;
    },
    // No signal of it was heard while nobody looked at it.
    staleTime: 0,
    // A post that is gone takes its comments along, and its screen or list says so.
    meta: { failed: 'Gagal memuat komentar.', failedBy: { post_not_found: null } },
  });

function countComments(client: QueryClient, postId: string, comments: number): void {
  updatePostEverywhere(client, postId, (post) => (post.comments === comments ? post : { ...post, comments }));
}

function changeThread(client: QueryClient, postId: string, change: (thread: Comment[]) => Comment[]): void {
  const thread = client.setQueryData(threadQuery(postId).queryKey, (before) => before && change(before));
  if (thread) countComments(client, postId, thread.length);
}

/** A comment on its way: `key` stays the same however often it is tried. */
export interface NewComment {
  key: string;
  postId: string;
  content: string;
  /** What it answers, of any level. */
  replyTo: Comment | null;
}

export const addComment = mutationOptions({
  mutationFn: ({ key, postId, content, replyTo }: NewComment) =>
    api.add_comment({
      idempotency_key: key,
      post_id_to_comment_on: postId,
      comment_content: content,
      parent_comment_id: replyTo?.id ?? null,
    }),
  retry: retryTransient,
  onSuccess: (comment, _new, _kept, { client }) =>
    changeThread(client, comment.post_id, (thread) =>
      thread.some(({ id }) => id === comment.id) ? thread : [...thread, comment],
    ),
  meta: { failed: 'Gagal mengirim komentar.' },
});

/** Deletes a comment and its replies (D27). */
export const deleteComment = mutationOptions({
  mutationFn: ({ id }: Comment) => api.delete_comment({ comment_id: id }),
  onSuccess: (_answer, { id, post_id: postId }, _kept, { client }) => {
    changeThread(client, postId, (thread) => thread.filter((other) => other.id !== id && other.parent_id !== id));
    toast.success('Komentar dihapus.');
  },
  meta: { failed: 'Gagal menghapus komentar.' },
});
