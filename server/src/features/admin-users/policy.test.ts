import { expect, test } from 'vitest';
import { suspensionRefusal } from './policy.ts';

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
