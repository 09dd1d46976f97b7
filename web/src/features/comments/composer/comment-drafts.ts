import type { Comment } from '@lapau/contract/comments';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { newId } from '../../../lib/device/new-id.ts';
import { isRecord, mergeTexts, ofThisVersion } from '../../../lib/drafts/stored-draft.ts';
import { createInputDrafts, joinTexts } from '../../../lib/forms/input-drafts.ts';
import type { NewComment } from '../api.ts';

/** What a person has typed under a post. It is not lost when the comments are closed or the page is reloaded. */
export type CommentDraft = {
  text: string;
  replyTo: Comment | null;
  /** A comment that could not be sent. If it is sent again unchanged, it keeps its id, so that it is never stored twice. */
  unsent: NewComment | null;
  /** Why the server has refused the text, until it is changed. */
  problem: string | null;
};

export const emptyDraft: CommentDraft = { text: '', replyTo: null, unsent: null, problem: null };

/** The drafts of comments, by post. */
export const { draftOf, useDraft: useCommentDraft } = createInputDrafts<CommentDraft>({
  form: 'comment',
  empty: emptyDraft,
  restore: restoreCommentDraft,
  join: (stored, typed) => ({
    text: joinTexts(stored.text, typed.text),
    replyTo: typed.replyTo ?? stored.replyTo,
    unsent: typed.unsent ?? stored.unsent,
    problem: null,
  }),
  isBlank: ({ text, replyTo }) => text === '' && replyTo === null,
});

/**
 * A stored draft, merged with a blank one.
 * @param stored what was read; any version of the app may have written it
 * @returns null if it is no draft of this version
 */
function restoreCommentDraft(stored: unknown): CommentDraft | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  const { text } = mergeTexts({ text: '' }, draft);
  const replyTo = isAnswerable(draft.replyTo) ? draft.replyTo : null;
  const { unsent } = draft;
  const isWhole = isRecord(unsent) && ['id', 'postId', 'content'].every((name) => typeof unsent[name] === 'string');
  // The problem is dropped, as a newer server may take a text that an older one has refused.
  return { text, replyTo, unsent: isWhole ? { ...(unsent as NewComment), replyTo } : null, problem: null };
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
 * @param refusal why it failed: the comment it answers is deleted, its id cannot be used again, or something is wrong with its text
 */
export function restoreUnsent(
  draft: CommentDraft,
  comment: NewComment,
  refusal?: Pick<ApiError, 'code' | 'message'>,
): CommentDraft {
  const code = refusal?.code;
  const isIdUsed = code === 'already_deleted' || code === 'id_conflict';
  return {
    text: joinTexts(comment.content, draft.text),
    replyTo: draft.replyTo ?? (code === 'comment_not_found' ? null : comment.replyTo),
    unsent: isIdUsed ? null : comment,
    problem: refusal?.code === 'invalid_input' ? refusal.message : null,
  };
}
