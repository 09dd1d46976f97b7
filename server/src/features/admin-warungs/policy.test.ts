import { expect, test } from 'vitest';
import { isOwnStall, isSellerAgain } from './policy.ts';

test('no admin deletes the own stall', () => {
  expect([isOwnStall({ id: 'a' }, 'a'), isOwnStall({ id: 'a' }, 'b')]).toEqual([true, false]);
});

test.each([
  ['pembeli', false],
  ['penjual', true],
  ['admin', false],
] as const)('who was a %s before a deleted stall is a seller again: %s', (role, is) => {
  expect(isSellerAgain({ role })).toBe(is);
});
