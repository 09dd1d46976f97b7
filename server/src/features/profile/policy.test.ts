import { expect, test } from 'vitest';
import { isInFeed, isNameOwn, mayDeleteOwnAccount } from './policy.ts';

test.each([
  ['pembeli', false, true, false, false],
  ['pembeli', true, true, false, true],
  ['penjual', true, true, false, true],
  ['admin', false, false, true, true],
] as const)('a %s, with a stall: %s', (role, hasWarung, mayDelete, nameIsOwn, inFeed) => {
  const person = { role, hasWarung };
  expect([mayDeleteOwnAccount(person), isNameOwn(person), isInFeed(person)]).toEqual([mayDelete, nameIsOwn, inFeed]);
});
