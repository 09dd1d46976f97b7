import type { Comment } from '@lapau/contract/comments';
import { useCallback, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { newId } from '../../../lib/new-id.ts';
import { useMember } from '../../../lib/session.tsx';
import type { NewComment } from '../api.ts';
import type { SendingComment } from '../components/thread-rows.ts';

/** What a person is writing under a post. It stays when the comments are closed. */
export interface CommentDraft {
  text: string;
  replyTo: Comment | null;
  /** Could not be sent: sent again as it was, it keeps its id, so that it is never there twice. */
  unsent: NewComment | null;
  sending: readonly SendingComment[];
}

const clean: CommentDraft = { text: '', replyTo: null, unsent: null, sending: [] };
/** By person and post: who signs in next on this page starts with a clean one. */
const desks = new Map<string, CommentDraft>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCommentDraft(
  postId: string,
): [CommentDraft, (change: (desk: CommentDraft) => Partial<CommentDraft>) => void] {
  const { user } = useMember();
  const name = `${user.id} ${postId}`;
  const put = useCallback(
    (change: (desk: CommentDraft) => Partial<CommentDraft>) => {
      const desk = desks.get(name) ?? clean;
      desks.set(name, { ...desk, ...change(desk) });
      for (const listener of listeners) listener();
    },
    [name],
  );
  return [useSyncExternalStore(subscribe, () => desks.get(name) ?? clean), put];
}

/** The id of what is about to be sent: that of the last try if it is the same comment. */
export function idFor({ unsent }: CommentDraft, content: string, replyTo: Comment | null): string {
  const isSame = unsent && unsent.content === content && unsent.replyTo?.id === replyTo?.id;
  return isSame ? unsent.id : newId();
}

/**
 * What could not be sent is back in the input, before anything typed since.
 * @param code why: what it answers has gone, or its id cannot be used again
 */
export function withUnsent(desk: CommentDraft, comment: NewComment, code?: ApiError['code']): Partial<CommentDraft> {
  const isIdUsed = code === 'already_deleted' || code === 'id_conflict';
  return {
    text: desk.text === '' ? comment.content : `${comment.content}\n${desk.text}`,
    replyTo: desk.replyTo ?? (code === 'comment_not_found' ? null : comment.replyTo),
    unsent: isIdUsed ? null : comment,
    sending: desk.sending.filter(({ id }) => id !== comment.id),
  };
}
