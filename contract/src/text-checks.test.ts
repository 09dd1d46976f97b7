import { expect, test } from 'vitest';
import { tooLong } from './text-checks.ts';
import { line } from './text.ts';

test('a text over its limit is answered with its length, in code points and without the space around it (D25)', () => {
  expect(tooLong('  lapau\n', 5)).toBeUndefined();
  expect(tooLong('🍛🍛🍛🍛🍛', 5)).toBeUndefined();
  expect(tooLong('lapau! ', 5)).toBe('Paling banyak 5 huruf, sekarang 6.');
  expect(line(5).safeParse(' lapau! ').error?.issues).toMatchObject([{ message: tooLong('lapau!', 5) }]);
});
