import type { Comment } from '@lapau/contract/comments';
import { expect, test } from 'vitest';
import type { NewComment } from './api.ts';
import { keyFor, withUnsent } from './parts/desk.ts';
import type { Desk } from './parts/desk.ts';

const parent = { id: 'a' } as Comment;
const failed: NewComment = { key: 'first', postId: 'post', content: 'Masih ada?', replyTo: parent };
const desk = (more: Partial<Desk> = {}): Desk => ({ text: '', replyTo: null, unsent: null, sending: [], ...more });

test('what could not be sent is back in the input, with what it answers', () => {
  expect(withUnsent(desk(), failed, false)).toEqual({
    text: 'Masih ada?',
    replyTo: parent,
    unsent: failed,
    sending: [],
  });
  expect(withUnsent(desk(), failed, true)).toMatchObject({ text: 'Masih ada?', replyTo: null });
});

test('what was typed meanwhile is not lost', () => {
  expect(withUnsent(desk({ text: 'Satu lagi' }), failed, false)).toMatchObject({ text: 'Masih ada?\nSatu lagi' });
});

test('sent again as it was it keeps its key; changed it is another comment', () => {
  const after = desk({ unsent: failed });
  expect(keyFor(after, 'Masih ada?', parent)).toBe('first');
  expect(keyFor(after, 'Masih ada, Ni?', parent)).not.toBe('first');
  expect(keyFor(after, 'Masih ada?', null)).not.toBe('first');
  expect(keyFor(desk(), 'Masih ada?', parent)).toMatch(/^[\da-f-]{36}$/);
});
