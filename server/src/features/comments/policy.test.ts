import { expect, test } from 'vitest';
import type { Member } from '../../platform/session/actor.ts';
import { decidesAboutComment, isOwnPost, isOwnRepeat, mayCommentOn, mayDeleteComment, mayReplyTo } from './policy.ts';

const person = (id: string, role: Member['role']) => ({ id, role }) as Member;

test.each([
  ['its author', person('a', 'pembeli'), true, false],
  ['somebody else', person('b', 'penjual'), false, false],
  ['an admin', person('b', 'admin'), false, true],
  ['an admin who wrote it', person('a', 'admin'), true, false],
])('a comment and %s', (_who, actor, isOwn, decides) => {
  expect(mayDeleteComment(actor, { user_id: 'a' })).toBe(isOwn);
  expect(isOwnPost(actor, { user_id: 'a' })).toBe(isOwn);
  expect(isOwnRepeat(actor, { user_id: 'a', post_id: 'p' }, { id: 'p' })).toBe(isOwn);
  expect(isOwnRepeat(actor, { user_id: 'a', post_id: 'p' }, { id: 'q' })).toBe(false);
  expect(decidesAboutComment(actor, 'a')).toBe(decides);
});

test('nobody comments where they are blocked', () => {
  expect([mayCommentOn({ user_id: 'a' }, ['a']), mayCommentOn({ user_id: 'a' }, [])]).toEqual([false, true]);
});

test.each([
  ['that is seen', { post_id: 'p', visible: true, is_blocked: false }, true],
  ['that is hidden', { post_id: 'p', visible: false, is_blocked: false }, false],
  ['of somebody who is blocked', { post_id: 'p', visible: true, is_blocked: true }, false],
  ['on another post', { post_id: 'q', visible: true, is_blocked: false }, false],
])('a reply to a comment %s', (_which, parent, may) => {
  expect(mayReplyTo(parent, { id: 'p' })).toBe(may);
});
