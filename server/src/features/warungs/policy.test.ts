import { expect, test } from 'vitest';
import { roleWithoutStall, roleWithStall, uploadsAs } from './policy.ts';

test.each([
  ['a', 'pembeli', 'owner'],
  ['a', 'admin', 'owner'],
  ['b', 'penjual', undefined],
  ['b', 'admin', 'admin'],
] as const)('%s, a %s, uploads files of stall a as %s', (id, role, as) => {
  expect(uploadsAs({ id, role }, 'a')).toBe(as);
});

test.each([
  ['pembeli', 'penjual', undefined],
  ['penjual', undefined, 'pembeli'],
  ['admin', undefined, undefined],
] as const)('a %s becomes with a stall %s, without one %s', (role, withStall, withoutStall) => {
  expect([roleWithStall(role), roleWithoutStall(role)]).toEqual([withStall, withoutStall]);
});
