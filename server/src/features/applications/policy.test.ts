import { expect, test } from 'vitest';
import { isBuyerAgain, isOwnCase, mayApply, mayGetStall } from './policy.ts';

test('an admin does not decide about the own application', () => {
  expect([isOwnCase({ id: 'a' }, { user_id: 'a' }), isOwnCase({ id: 'a' }, { user_id: 'b' })]).toEqual([true, false]);
});

test('nobody who is suspended gets a stall', () => {
  expect([true, false].map((is_suspended) => mayGetStall({ is_suspended }))).toEqual([false, true]);
});

test('an undone approval takes the role from whoever was a buyer', () => {
  expect((['pembeli', 'penjual', 'admin'] as const).map((role) => isBuyerAgain({ role }))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['pembeli', false, true],
  // The stall is hidden since its seller lost the role.
  ['pembeli', true, true],
  ['penjual', true, false],
  ['penjual', false, false],
  ['admin', false, true],
  ['admin', true, false],
] as const)('%s with a stall: %s may apply: %s', (role, hasWarung, may) => {
  expect(mayApply({ role, hasWarung })).toBe(may);
});
