import { expect, test } from 'vitest';
import { tooLong } from './too-long.ts';

test('a text over its limit is told how long it is, without the space around it (D25)', () => {
  expect(tooLong('  lapau\n', 5)).toBeUndefined();
  expect(tooLong('lapau!', 5)).toBe('Paling banyak 5 huruf, sekarang 6.');
});
