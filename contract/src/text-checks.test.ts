import { expect, test } from 'vitest';
import { tooLong } from './text-checks.ts';
import { line } from './text.ts';

test('the message for a too long text has its length in code points, without surrounding space (D25)', () => {
  expect(tooLong('  lapau\n', 5)).toBeUndefined();
  expect(tooLong('🍛🍛🍛🍛🍛', 5)).toBeUndefined();
  expect(tooLong('lapau! ', 5)).toBe('Paling banyak 5 huruf, sekarang 6.');
  expect(tooLong('lapau! ', 5, 'Nama')).toBe('Nama paling banyak 5 huruf, sekarang 6.');
  expect(line(5).safeParse(' lapau! ').error?.issues).toMatchObject([{ message: tooLong('lapau!', 5) }]);
});
