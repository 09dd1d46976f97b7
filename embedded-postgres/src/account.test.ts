import { expect, test } from 'vitest';
import { canUse, findAccount } from './account.ts';
import { PostgresStartError } from './start-error.ts';

test('finds the first account that the machine has, never root', () => {
  expect(findAccount(['no-such-account', 'root', 'nobody'])).toMatchObject({ name: 'nobody' });
});

test('the error says what to do when there is none', () => {
  expect(() => findAccount(['no-such-account'])).toThrow(PostgresStartError);
  expect(() => findAccount(['no-such-account'])).toThrow('start as an ordinary user');
});

test('a missing folder cannot be entered', () => {
  expect(canUse({ name: 'this user' }, '/', 'enter')).toBe(true);
  expect(canUse({ name: 'this user' }, '/nowhere', 'enter')).toBe(false);
});
