import type { Comment } from '@lapau/contract/comments';
import { toStoredComment } from '@lapau/contract/reply';
import type { NewComment } from '../api.ts';

/** A comment that is not confirmed yet, as it shows. */
export interface SendingComment extends NewComment {
  shown: Comment;
}

/** A top-level comment with its replies, oldest first. */
export interface ThreadRow {
  comment: Comment;
  replies: Comment[];
}

/** A comment as the server will store it (D26). */
export const asStored = (
  { id, postId, replyTo, content }: NewComment,
  author: Pick<Comment, 'user_id' | 'full_name' | 'avatar_url' | 'is_admin'>,
): Comment => ({
  ...author,
  ...toStoredComment(content, replyTo),
  id,
  post_id: postId,
  created_at: new Date().toISOString(),
});

/** The comments in the shape in which they show, those on their way last of all. */
export function threadRows(thread: readonly Comment[], sending: readonly SendingComment[]): ThreadRow[] {
  const arrived = new Set(thread.map(({ id }) => id));
  const all = [...thread, ...sending.filter(({ id }) => !arrived.has(id)).map(({ shown }) => shown)];
  const rows = new Map<string, ThreadRow>();
  for (const comment of all) if (comment.parent_id === null) rows.set(comment.id, { comment, replies: [] });
  for (const comment of all) if (comment.parent_id !== null) rows.get(comment.parent_id)?.replies.push(comment);
  return [...rows.values()];
}
