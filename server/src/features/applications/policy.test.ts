import { expect, test } from 'vitest';
import { mayApply } from './policy.ts';

test.each([
  ['pembeli', false, true],
  // hidden since the seller lost the role
  ['pembeli', true, true],
  ['penjual', true, false],
  ['penjual', false, false],
  ['admin', false, true],
  ['admin', true, false],
] as const)('%s with a stall: %s may apply: %s', (role, hasWarung, may) => {
  expect(mayApply({ role, hasWarung })).toBe(may);
});
