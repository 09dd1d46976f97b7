import { expect, test } from 'vitest';
import { isInOneScript, looksLikeOneOf } from './names.ts';

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
  ['a Hangul filler', 'Marni\u3164'],
  ['Hangul fillers of other kinds', '\u115fMar\u1160ni\uffa0'],
  ['variation selectors and tags', 'Mar\ufe0fni\u{e0100}\u{e0041}\u180b\u034f\u2064'],
  ['a blank of Braille', 'Marni\u2800'],
  ['Cherokee', 'ᏞᎪᏢᎪU'],
  ['Cherokee in small letters', 'ꮮꭺꮲꭺᴜ'],
  ['Lisu', 'ꓡꓮꓑꓮꓴ'],
  ['Armenian', 'Lapaս'],
  ['Coptic', 'ⲘⲁrⲚi'],
  ['Tifinagh', 'ⵏapau'],
  ['small capitals', 'ʟᴀᴘᴀᴜ'],
  ['Canadian syllabics', 'ᒪᗅᑭᗅᑌ'],
  ['white letters on black', '🅛🅐🅟🅐🅤'],
  ['the halves of flags', '🇱🇦🇵🇦🇺'],
  ['letters with strokes and hooks', 'ŁⱥƥȺʉ'],
  ['letters turned', 'lɐpɐu'],
  ['a lambda without its bar', 'LɅPɅU'],
  ['Greek in small letters', 'Wαlι Noνι'],
])('a reserved name written with %s is reserved too (D63)', (_how, name) => {
  expect(looksLikeOneOf(name, reserved)).toBe(true);
});

test.each(['Lapau Mak Itam', 'Admin', 'Wali', '山田', '🍛', ''])('%s is not reserved', (name) => {
  expect(looksLikeOneOf(name, reserved)).toBe(false);
});

test('a name of signs only is not reserved', () => expect(looksLikeOneOf('🍛', ['🌶️'])).toBe(false));

test.each([
  'Marni',
  'Mak Itam 🍛',
  'Uni Né',
  'D’Lapau & Co. (2)',
  '山田',
  'Toko Yamada 山田',
  'محمد',
  'Ольга',
  'ꦱꦫꦶ',
  '👩‍🍳 Eti',
  '',
])('%j is in one script', (name) => expect(isInOneScript(name)).toBe(true));

test.each(['M\u0430rni', 'Маrni', 'Μarni', 'Lapaս', 'Marni\u3164', 'Ꮮapau', 'ᏞᎪᏢᎪ', 'ꓡꓮꓑꓮꓴ', 'ⵏⵔⵙ', 'Warung Мак'])(
  '%j is not: it mixes scripts, or has one that is read nowhere here',
  (name) => expect(isInOneScript(name)).toBe(false),
);
