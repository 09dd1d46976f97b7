import { expect, test } from 'vitest';
import { isNotified, mayMarkRead } from './policy.ts';

test.each([
  ['a', false],
  ['b', true],
  [null, true],
])('person a is notified of what %s did: %s', (doer, is) => {
  expect(isNotified('a', doer)).toBe(is);
});

test('only its recipient marks a notification as read', () => {
  expect([mayMarkRead('a', { user_id: 'a' }), mayMarkRead('b', { user_id: 'a' })]).toEqual([true, false]);
});
