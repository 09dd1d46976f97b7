import { expect, test } from 'vitest';
import { isOwnCase, isOwnContent } from './policy.ts';

test.each([
  ['a', true],
  ['b', false],
  [null, false],
])('what %s wrote is person a’s own', (author, isOwn) => {
  expect(isOwnContent({ id: 'a' }, author)).toBe(isOwn);
  expect(isOwnCase({ id: 'a' }, { reported_user_id: author })).toBe(isOwn);
});
