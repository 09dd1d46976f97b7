import { expect, test } from 'vitest';
import { isOwnDecision } from './policy.ts';

test.each([
  ['a', true],
  ['b', false],
  [null, false],
])('what %s has decided is the own decision of admin a: %s', (decided_by, isOwn) => {
  expect(isOwnDecision({ id: 'a' }, { decided_by })).toBe(isOwn);
});
