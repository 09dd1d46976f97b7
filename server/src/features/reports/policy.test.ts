import { expect, test } from 'vitest';
import { isOwnCase, isOwnContent, isTold, mayReport } from './policy.ts';

test.each([
  ['a', true],
  ['b', false],
  [null, false],
])('what %s wrote is person a’s own', (author, isOwn) => {
  expect(isOwnContent({ id: 'a' }, author)).toBe(isOwn);
  expect(isOwnCase({ id: 'a' }, { reported_user_id: author })).toBe(isOwn);
});

test.each([
  ['a', true],
  ['b', false],
  [null, false],
])('reporter %s is told what b has decided: %s', (reporter, told) => {
  expect(isTold(reporter, { decided_by: 'b' })).toBe(told);
});

test.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
])('a comment that is visible: %s, under a post that is: %s', (visible, post_visible, may) => {
  expect(mayReport({ visible, post_visible })).toBe(may);
});
