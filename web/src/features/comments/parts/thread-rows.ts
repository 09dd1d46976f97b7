import type { Comment } from '@lapau/contract/comments';
import type { NewComment } from '../api.ts';

/** A comment that is not confirmed yet, as it shows. */
export interface SendingComment extends NewComment {
  shown: Comment;
  /** How many comments like it there were before it: one more, and it has arrived although no answer has. */
  twins: number;
}

/** A top-level comment with its replies, oldest first. */
export interface ThreadRow {
  comment: Comment;
  replies: Comment[];
}

const isTwin = (comment: Comment, other: Comment): boolean =>
  comment.user_id === other.user_id && comment.parent_id === other.parent_id && comment.content === other.content;

export const countTwins = (thread: readonly Comment[], comment: Comment): number =>
  thread.filter((other) => isTwin(other, comment)).length;

/**
 * A comment as the server will store it: a reply to a reply lies under the top-level comment and names whom it answers
 * (D26). Until then its key is its id.
 */
export function asStored(
  comment: NewComment,
  author: Pick<Comment, 'user_id' | 'full_name' | 'avatar_url' | 'is_admin'>,
): Comment {
  const { key, postId, replyTo, content } = comment;
  const mention = replyTo?.parent_id ? `@${replyTo.full_name.split(/\s/, 1)[0]} ` : '';
  return {
    ...author,
    id: key,
    post_id: postId,
    parent_id: replyTo?.parent_id ?? replyTo?.id ?? null,
    content: content.startsWith(mention) ? content : mention + content,
    created_at: new Date().toISOString(),
  };
}

/** The comments in the shape in which they show, those on their way last of all. */
export function threadRows(thread: readonly Comment[], sending: readonly SendingComment[]): ThreadRow[] {
  const onTheirWay = sending.filter(({ shown, twins }) => countTwins(thread, shown) <= twins).map(({ shown }) => shown);
  const all = [...thread, ...onTheirWay];
  const rows = new Map<string, ThreadRow>();
  for (const comment of all) if (comment.parent_id === null) rows.set(comment.id, { comment, replies: [] });
  for (const comment of all) if (comment.parent_id !== null) rows.get(comment.parent_id)?.replies.push(comment);
  return [...rows.values()];
}
