import type { Comment } from '@lapau/contract/comments';
import { expect, test } from 'vitest';
import type { NewComment } from './api.ts';
import { emptyDraft, idFor, withUnsent } from './composer/comment-drafts.ts';
import type { CommentDraft } from './composer/comment-drafts.ts';

const parent = { id: 'a' } as Comment;
const failed: NewComment = { id: 'first', postId: 'post', content: 'Masih ada?', replyTo: parent };
const draft = (more: Partial<CommentDraft> = {}): CommentDraft => ({ ...emptyDraft, ...more });

test('what could not be sent is back in the input, with what it answers', () => {
  expect(withUnsent(draft(), failed)).toEqual({
    text: 'Masih ada?',
    replyTo: parent,
    unsent: failed,
  });
  expect(withUnsent(draft(), failed, 'comment_not_found')).toMatchObject({ text: 'Masih ada?', replyTo: null });
});

test('what was typed meanwhile is not lost', () => {
  expect(withUnsent(draft({ text: 'Satu lagi' }), failed)).toMatchObject({ text: 'Masih ada?\nSatu lagi' });
});

test('sent again as it was it keeps its id (D59); changed it is another comment', () => {
  const after = draft({ unsent: failed });
  expect(idFor(after, 'Masih ada?', parent)).toBe('first');
  expect(idFor(after, 'Masih ada, Ni?', parent)).not.toBe('first');
  expect(idFor(after, 'Masih ada?', null)).not.toBe('first');
  expect(idFor(draft(), 'Masih ada?', parent)).toMatch(/^[\da-f-]{36}$/);
});

test('what has been deleted since it was sent is another comment when it is sent again (D59)', () => {
  const after = draft(withUnsent(draft(), failed, 'already_deleted'));
  expect(after.text).toBe('Masih ada?');
  expect(idFor(after, 'Masih ada?', parent)).not.toBe('first');
});
