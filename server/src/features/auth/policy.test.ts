import { expect, test } from 'vitest';
import { isForAccount, mayEndSession, mayHaveReservedName, mayUseRecoveryCode } from './policy.ts';

test.each([
  ['pembeli', true, false],
  ['penjual', true, false],
  ['admin', false, true],
] as const)('a %s', (role, usesCode, hasReservedName) => {
  expect([mayUseRecoveryCode({ role }), mayHaveReservedName(role)]).toEqual([usesCode, hasReservedName]);
});

test('somebody who has no role yet has no reserved name', () => {
  expect(mayHaveReservedName(undefined)).toBe(false);
});

test.each([
  ['a', true],
  ['b', false],
])('the code and the session of a, and person %s', (id, isOwn) => {
  expect(isForAccount({ user_id: 'a' }, id)).toBe(isOwn);
  expect(mayEndSession({ id }, { user_id: 'a' })).toBe(isOwn);
});
