import { expect, test } from 'vitest';
import { isOwnAnswer, isOwnCase, mayAppealRemoval, mayReadAppeal } from './policy.ts';

test.each([
  ['whom it concerns', 'a', 'remove', null, true, true],
  ['whom it concerns', 'a', 'delete', null, true, true],
  ['whom it concerns', 'a', 'suspend', null, true, false],
  ['whom it concerned', 'a', 'remove', new Date(), false, false],
  ['somebody else', 'b', 'remove', null, false, false],
] as const)('%s (%s) and a decision to %s', (_who, id, action, undone_at, reads, appeals) => {
  const decision = { user_id: 'a', action, undone_at };
  expect([mayReadAppeal({ id }, decision), mayAppealRemoval({ id }, decision)]).toEqual([reads, appeals]);
});

test.each([
  ['a', true],
  ['b', false],
])('admin %s and what is of a', (id, isOwn) => {
  expect(isOwnCase({ id }, { user_id: 'a' })).toBe(isOwn);
  expect(isOwnAnswer({ id }, { decided_by: 'a' })).toBe(isOwn);
});
