import type { Comment } from '@lapau/contract/comments';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { deleteDraft, onDraftsDeleted, readDraft, writeDraft } from '../../../lib/draft-store.ts';
import { newId } from '../../../lib/new-id.ts';
import { useMember } from '../../../lib/session.tsx';
import { draftVersion, isRecord, mergeTexts, ofThisVersion } from '../../../lib/stored-draft.ts';
import type { NewComment } from '../api.ts';

/** What a person has typed under a post. It is not lost when the comments are closed or the page is reloaded. */
export type CommentDraft = {
  text: string;
  replyTo: Comment | null;
  /** A comment that could not be sent: sent again unchanged it keeps its id, so that it is never stored twice. */
  unsent: NewComment | null;
};

export const emptyDraft: CommentDraft = { text: '', replyTo: null, unsent: null };

type Change = (draft: CommentDraft) => Partial<CommentDraft>;

/** By person and post, as they are stored on the device. */
const drafts = new Map<string, CommentDraft>();
const reading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const keyOf = (userId: string, postId: string): string => `${userId} comment ${postId}`;

function setDraft(key: string, draft: CommentDraft): void {
  drafts.set(key, draft);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onDraftsDeleted((owner) => {
  for (const key of [...drafts.keys(), ...reading.keys()]) {
    if (!key.startsWith(`${owner} `)) continue;
    drafts.delete(key);
    reading.delete(key);
  }
});

function store(key: string, draft: CommentDraft): void {
  if (draft.text === '' && draft.replyTo === null) deleteDraft(key);
  else writeDraft(key, { version: draftVersion, ...draft });
}

/** Reads the stored draft once; what has been typed meanwhile stays behind it. */
function read(key: string): Promise<void> {
  const known = reading.get(key);
  if (known) return known;
  const promise = readDraft(key).then((stored) => {
    const restored = restoreCommentDraft(stored);
    const typed = drafts.get(key);
    if (restored && reading.get(key) === promise) {
      setDraft(key, typed?.text ? { ...restored, text: `${restored.text}\n${typed.text}` } : restored);
    }
  });
  reading.set(key, promise);
  return promise;
}

/** Changes a draft; also works while its input is not on the screen. */
export function changeDraft(userId: string, postId: string, change: Change): void {
  const key = keyOf(userId, postId);
  const draft = drafts.get(key) ?? emptyDraft;
  setDraft(key, { ...draft, ...change(draft) });
  // Not before the stored draft is known, or it would be overwritten.
  void read(key).then(() => store(key, drafts.get(key) ?? emptyDraft));
}

/** Empties the input for a comment that is being sent. On the device it stays a draft until it has arrived. */
export function beginSending(userId: string, { postId, ...comment }: NewComment): void {
  const key = keyOf(userId, postId);
  setDraft(key, emptyDraft);
  void read(key).then(() => {
    if (drafts.get(key) === emptyDraft) store(key, restoreUnsent(emptyDraft, { postId, ...comment }));
  });
}

/** Deletes the stored copy of a comment that has arrived, unless something else was typed since. */
export function endSending(userId: string, postId: string): void {
  const key = keyOf(userId, postId);
  if (drafts.get(key) === emptyDraft) deleteDraft(key);
}

export function useCommentDraft(postId: string): [CommentDraft, (change: Change) => void] {
  const { user } = useMember();
  const key = keyOf(user.id, postId);
  useEffect(() => void read(key), [key]);
  const change = useCallback((by: Change) => changeDraft(user.id, postId, by), [user.id, postId]);
  return [useSyncExternalStore(subscribe, () => drafts.get(key) ?? emptyDraft), change];
}

/**
 * A stored draft, merged with a blank one.
 * @param stored what was read; any version of the app may have written it
 * @returns null if it is no draft of this version
 */
export function restoreCommentDraft(stored: unknown): CommentDraft | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  const { text } = mergeTexts({ text: '' }, draft);
  const replyTo = isAnswerable(draft.replyTo) ? draft.replyTo : null;
  const { unsent } = draft;
  const isWhole = isRecord(unsent) && ['id', 'postId', 'content'].every((name) => typeof unsent[name] === 'string');
  return { text, replyTo, unsent: isWhole ? { ...(unsent as NewComment), replyTo } : null };
}

const isAnswerable = (stored: unknown): stored is Comment =>
  isRecord(stored) &&
  ['id', 'full_name'].every((name) => typeof stored[name] === 'string') &&
  typeof stored.is_warung === 'boolean' &&
  (stored.parent_id === null || typeof stored.parent_id === 'string');

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
