import { expect, test } from 'vitest';
import type { Member } from '../../platform/session/actor.ts';
import { decidesAboutPost, isOwn, maySell } from './policy.ts';

const person = (id: string, role: Member['role']) => ({ id, role }) as Member;

test.each([
  ['its author', person('a', 'penjual'), true, false],
  ['another seller', person('b', 'penjual'), false, false],
  ['an admin', person('b', 'admin'), false, true],
  ['an admin who wrote it', person('a', 'admin'), true, false],
])('a post and %s', (_who, actor, owns, decides) => {
  const post = { user_id: 'a' };
  expect(isOwn(actor, post)).toBe(owns);
  expect(decidesAboutPost(actor, post.user_id)).toBe(decides);
});

test.each([
  ['penjual', false, false, true],
  ['admin', false, false, true],
  ['pembeli', false, false, false],
  ['penjual', true, false, false],
  ['penjual', false, true, false],
] as const)('the stall of a %s, suspended: %s, %s, sells: %s', (role, is_suspended, warung_suspended, sells) => {
  expect(maySell({ role, is_suspended, warung_suspended })).toBe(sells);
});
