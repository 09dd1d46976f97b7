import { expect, test } from 'vitest';
import { isNewest } from './unread-versions.ts';

test('counts that were overtaken are not the newest; what is newest of one conversation need not be so of all (D34)', () => {
  const [first, second, third] = [{ version: 1 }, { version: 2 }, { version: 3 }];
  expect([isNewest(second), isNewest(first), isNewest(second), isNewest(third)]).toEqual([true, false, true, true]);
  expect([isNewest(second, 'a'), isNewest(second)]).toEqual([true, false]);
});
