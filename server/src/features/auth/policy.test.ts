import { expect, test } from 'vitest';
import { isReservedName } from './policy.ts';

const reserved = ['Lapau', 'Admin Kapur IX', 'Marni', 'Wali Novi'];

test.each([
  ['another case', 'LAPAU'],
  ['spaces and signs', ' L-a p.a u ✅'],
  ['invisible letters', 'La\u200bpa\u00adu'],
  ['a capital i for an l', 'Iapau'],
  ['a one and a pipe', '1apau'],
  ['Cyrillic', 'Lараu'],
  ['Cyrillic capitals', 'АDМІN КАРUR ІХ'],
  ['Greek capitals', 'ΑDΜΙΝ ΚΑΡUR ΙΧ'],
  ['accents', 'Lápäu'],
  ['full width', 'Ｌａｐａｕ'],
  ['letters of mathematics', '𝐋𝐚𝐩𝐚𝐮'],
  ['rn for m', 'Adrnin Kapur IX'],
  ['m for rn', 'Mami'],
  ['zero', 'Wali N0vi'],
])('a reserved name written with %s is reserved too (D63)', (_how, name) => {
  expect(isReservedName(name, reserved)).toBe(true);
});

test.each(['Lapau Mak Itam', 'Admin', 'Wali', '山田', '🍛', ''])('%s is not reserved', (name) => {
  expect(isReservedName(name, reserved)).toBe(false);
});

test('a name of signs only is not reserved', () => expect(isReservedName('🍛', ['🌶️'])).toBe(false));
