import type { Comment } from '@lapau/contract/comments';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { expect, test } from 'vitest';
import type { NewComment } from './api.ts';
import { emptyDraft, commentIdFor, restoreUnsent } from './composer/comment-drafts.ts';
import type { CommentDraft } from './composer/comment-drafts.ts';

const parent = { id: 'a' } as Comment;
const failed: NewComment = { id: 'first', postId: 'post', content: 'Masih ada?', replyTo: parent };
const refusal = (code: ErrorCode) => ({ code, message: errors[code][1] });
const draft = (more: Partial<CommentDraft> = {}): CommentDraft => ({ ...emptyDraft, ...more });

test('a comment that could not be sent returns to the draft, with the comment it answers', () => {
  expect(restoreUnsent(draft(), failed)).toEqual({
    text: 'Masih ada?',
    replyTo: parent,
    unsent: failed,
    problem: null,
  });
  expect(restoreUnsent(draft(), failed, refusal('comment_not_found'))).toMatchObject({
    text: 'Masih ada?',
    replyTo: null,
  });
});

test('a comment whose text is refused returns with the reason', () => {
  const wrong = { code: 'invalid_input', message: 'Komentar paling banyak 1000 huruf, sekarang 1001.' } as const;
  expect(restoreUnsent(draft(), failed, wrong).problem).toBe(wrong.message);
  expect(restoreUnsent(draft(), failed, refusal('too_many_comments')).problem).toBeNull();
});

test('text typed meanwhile is not lost', () => {
  expect(restoreUnsent(draft({ text: 'Satu lagi' }), failed)).toMatchObject({ text: 'Masih ada?\nSatu lagi' });
});

test('a comment sent again keeps its id (D59); a changed one gets another', () => {
  const after = draft({ unsent: failed });
  expect(commentIdFor(after, 'Masih ada?', parent)).toBe('first');
  expect(commentIdFor(after, 'Masih ada, Ni?', parent)).not.toBe('first');
  expect(commentIdFor(after, 'Masih ada?', null)).not.toBe('first');
  expect(commentIdFor(draft(), 'Masih ada?', parent)).toMatch(/^[\da-f-]{36}$/);
});

test('a comment that was stored and deleted gets another id when it is sent again (D59)', () => {
  const after = draft(restoreUnsent(draft(), failed, refusal('already_deleted')));
  expect(after.text).toBe('Masih ada?');
  expect(commentIdFor(after, 'Masih ada?', parent)).not.toBe('first');
});
