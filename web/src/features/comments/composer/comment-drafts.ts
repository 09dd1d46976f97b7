import type { Comment } from '@lapau/contract/comments';
import { useCallback, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { newId } from '../../../lib/new-id.ts';
import { useMember } from '../../../lib/session.tsx';
import type { NewComment } from '../api.ts';

/** What a person has typed under a post. It is not lost when the comments are closed. */
export type CommentDraft = {
  text: string;
  replyTo: Comment | null;
  /** A comment that could not be sent: sent again unchanged it keeps its id, so that it is never stored twice. */
  unsent: NewComment | null;
};

export const emptyDraft: CommentDraft = { text: '', replyTo: null, unsent: null };

type Change = (draft: CommentDraft) => Partial<CommentDraft>;

/** By person and post, so that the next person who signs in on this page does not get them. */
const drafts = new Map<string, CommentDraft>();
const listeners = new Set<() => void>();
const keyOf = (userId: string, postId: string): string => `${userId} ${postId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes a draft; also works while its input is not on the screen. */
export function changeDraft(userId: string, postId: string, change: Change): void {
  const key = keyOf(userId, postId);
  const draft = drafts.get(key) ?? emptyDraft;
  drafts.set(key, { ...draft, ...change(draft) });
  for (const listener of listeners) listener();
}

export function useCommentDraft(postId: string): [CommentDraft, (change: Change) => void] {
  const { user } = useMember();
  const key = keyOf(user.id, postId);
  const change = useCallback((by: Change) => changeDraft(user.id, postId, by), [user.id, postId]);
  return [useSyncExternalStore(subscribe, () => drafts.get(key) ?? emptyDraft), change];
}

/** The id to send a comment with: the last attempt's if it is the same comment, otherwise a new one. */
export function commentIdFor({ unsent }: CommentDraft, content: string, replyTo: Comment | null): string {
  const isSame = unsent && unsent.content === content && unsent.replyTo?.id === replyTo?.id;
  return isSame ? unsent.id : newId();
}

/**
 * The draft with a comment that could not be sent put back before anything typed since.
 * @param code why it failed: the comment it answers is deleted, or its id cannot be used again
 */
export function restoreUnsent(draft: CommentDraft, comment: NewComment, code?: ApiError['code']): CommentDraft {
  const isIdUsed = code === 'already_deleted' || code === 'id_conflict';
  return {
    text: draft.text === '' ? comment.content : `${comment.content}\n${draft.text}`,
    replyTo: draft.replyTo ?? (code === 'comment_not_found' ? null : comment.replyTo),
    unsent: isIdUsed ? null : comment,
  };
}
