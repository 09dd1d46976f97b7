import type { Comment } from '@lapau/contract/comments';
import { placeComment, withMention } from '@lapau/contract/reply';
import { serverNow } from '../../../lib/device/server-time.ts';
import type { NewComment } from '../api.ts';

/** A comment that the server has not confirmed yet, and how it is shown meanwhile. */
export type SendingComment = NewComment & { shown: Comment };

/** A top-level comment with its replies, oldest first. */
export type ThreadRow = {
  comment: Comment;
  replies: Comment[];
};

/** A new comment as it is shown until the server has confirmed it: as the server will answer it. */
export function optimisticComment(
  { id, postId, replyTo, content }: NewComment,
  author: Pick<Comment, 'user_id' | 'full_name' | 'is_warung' | 'avatar_url' | 'is_admin'>,
): Comment {
  const { parent_id, mentioned, content: words } = placeComment(content, replyTo);
  return {
    ...author,
    id,
    post_id: postId,
    parent_id,
    content: mentioned ? withMention(words, mentioned) : words,
    created_at: new Date(serverNow()).toISOString(),
  };
}

/** Groups comments with their replies; those being sent come last. */
export function threadRows(thread: readonly Comment[], sending: readonly SendingComment[]): ThreadRow[] {
  const confirmedIds = new Set(thread.map(({ id }) => id));
  const all = [...thread, ...sending.filter(({ id }) => !confirmedIds.has(id)).map(({ shown }) => shown)];
  const rows = new Map<string, ThreadRow>();
  for (const comment of all) if (comment.parent_id === null) rows.set(comment.id, { comment, replies: [] });
  for (const comment of all) if (comment.parent_id !== null) rows.get(comment.parent_id)?.replies.push(comment);
  return [...rows.values()];
}
