import type { Comment } from '@lapau/contract/comments';
import { useCallback, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { newId } from '../../../lib/new-id.ts';
import { useMember } from '../../../lib/session.tsx';
import type { NewComment } from '../api.ts';

/** What a person is writing under a post. It stays when the comments are closed. */
export type CommentDraft = {
  text: string;
  replyTo: Comment | null;
  /** A comment that could not be sent: sent again unchanged it keeps its id, so that it is never stored twice. */
  unsent: NewComment | null;
};

export const emptyDraft: CommentDraft = { text: '', replyTo: null, unsent: null };

type Change = (draft: CommentDraft) => Partial<CommentDraft>;

/** By person and post: who signs in next on this page starts with empty ones. */
const drafts = new Map<string, CommentDraft>();
const listeners = new Set<() => void>();
const keyOf = (userId: string, postId: string): string => `${userId} ${postId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes a draft although its input may not be on the screen. */
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

/** The id of what is about to be sent: that of the last try if it is the same comment. */
export function idFor({ unsent }: CommentDraft, content: string, replyTo: Comment | null): string {
  const isSame = unsent && unsent.content === content && unsent.replyTo?.id === replyTo?.id;
  return isSame ? unsent.id : newId();
}

/**
 * The draft with a comment that could not be sent put back before anything typed since.
 * @param code why it failed: the comment it answers is deleted, or its id cannot be used again
 */
export function withUnsent(draft: CommentDraft, comment: NewComment, code?: ApiError['code']): CommentDraft {
  const isIdUsed = code === 'already_deleted' || code === 'id_conflict';
  return {
    text: draft.text === '' ? comment.content : `${comment.content}\n${draft.text}`,
    replyTo: draft.replyTo ?? (code === 'comment_not_found' ? null : comment.replyTo),
    unsent: isIdUsed ? null : comment,
  };
}
