import { expect, test } from 'vitest';
import { isEndedWithStall, isLastAdmin, stallSuspensionRefusal, suspensionRefusal } from './policy.ts';

test.each([
  ['oneself', 'a', 'a', ['a', 'b'], 'own_account'],
  ['a member', 'a', 'm', ['a'], undefined],
  ['another admin', 'a', 'b', ['a', 'b'], undefined],
  ['a suspended admin', 'a', 'b', ['a'], undefined],
  ['the last admin, by somebody who is no longer an admin', 'a', 'b', ['b'], 'last_admin'],
  ['one of two, by somebody who is no longer an admin', 'a', 'b', ['b', 'c'], 'forbidden'],
  ['a member, by somebody who is no longer an admin', 'a', 'm', ['b'], 'forbidden'],
])('suspending %s (D9)', (_what, actor, target, activeAdmins, refusal) => {
  expect(suspensionRefusal(actor, target, activeAdmins)).toBe(refusal);
});

test('the last admin', () => {
  expect([isLastAdmin('a', ['a']), isLastAdmin('a', ['b']), isLastAdmin('a', ['a', 'b'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('no admin suspends the own stall', () => {
  expect([stallSuspensionRefusal('a', 'a'), stallSuspensionRefusal('a', 'b')]).toEqual(['own_account', undefined]);
});

test.each([
  ['pembeli', false],
  ['penjual', true],
  ['admin', false],
] as const)('the sessions of a %s end with the stall: %s', (role, ends) => {
  expect(isEndedWithStall({ owner_role: role })).toBe(ends);
});
