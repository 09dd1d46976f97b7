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
  ['the other way round', 'Mami'],
  ['zero', 'Wali N0vi'],
])('a name in %s is taken for the one it looks like (D63)', (_how, name) => {
  expect(isReservedName(name, reserved)).toBe(true);
});

test.each(['Lapau Mak Itam', 'Admin', 'Wali', '山田', '🍛', ''])('%s is nobody else’s name', (name) => {
  expect(isReservedName(name, reserved)).toBe(false);
});

test('signs alone are no name', () => expect(isReservedName('🍛', ['🌶️'])).toBe(false));
