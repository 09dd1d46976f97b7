import { expect, test } from 'vitest';
import { refusalToDisable } from './policy.ts';

test.each([
  ['oneself', 'a', 'a', ['a', 'b'], 'own_account'],
  ['a member', 'a', 'm', ['a'], undefined],
  ['another admin', 'a', 'b', ['a', 'b'], undefined],
  ['a suspended admin', 'a', 'b', ['a'], undefined],
  ['the last admin, by one who just ceased to be one', 'a', 'b', ['b'], 'last_admin'],
  ['one of two, by one who just ceased to be one', 'a', 'b', ['b', 'c'], 'forbidden'],
  ['a member, by one who just ceased to be an admin', 'a', 'm', ['b'], 'forbidden'],
])('disabling %s (D9)', (_what, actor, target, activeAdmins, refusal) => {
  expect(refusalToDisable(actor, target, activeAdmins)).toBe(refusal);
});
