import { expect, test } from 'vitest';
import { isEndedWithStall, isOwnStall, isSellerAgain, roleWithoutStall, roleWithStall, uploadsAs } from './policy.ts';

test.each([
  ['a', 'pembeli', 'owner'],
  ['a', 'admin', 'owner'],
  ['b', 'penjual', undefined],
  ['b', 'admin', 'admin'],
] as const)('%s, a %s, uploads files of stall a as %s', (id, role, as) => {
  expect(uploadsAs({ id, role }, 'a')).toBe(as);
});

test.each([
  ['pembeli', false],
  ['penjual', true],
  ['admin', false],
] as const)('the sessions and the role of a %s go with the stall: %s', (role, goes) => {
  expect(isEndedWithStall({ owner_role: role })).toBe(goes);
  expect(isSellerAgain({ role })).toBe(goes);
});

test.each([
  ['pembeli', 'penjual', undefined],
  ['penjual', undefined, 'pembeli'],
  ['admin', undefined, undefined],
] as const)('a %s becomes with a stall %s, without one %s', (role, withStall, withoutStall) => {
  expect([roleWithStall(role), roleWithoutStall(role)]).toEqual([withStall, withoutStall]);
});

test('no admin decides about the own stall', () => {
  expect([isOwnStall({ id: 'a' }, 'a'), isOwnStall({ id: 'a' }, 'b')]).toEqual([true, false]);
});
