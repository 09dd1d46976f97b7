import { expect, test } from 'vitest';
import { looksLikeOneOf } from './names.ts';

const reserved = ['Lapau', 'Admin Kapur IX', 'Marni', 'Wali Novi', 'Ana'];

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
  ['a letter for Volapük', 'Lapaꞟ'],
  ['a modifier letter after it', 'Lapauˌ'],
  ['the apostrophe of a language', 'ʻLapauʼ'],
  ['superscript letters', 'ᴸᵃᵖᵃᵘ'],
  ['a superscript number', 'Lapau¹'],
  ['digits for letters', 'M4rn1'],
  ['a sign for a letter', 'L@pau'],
  ['a sign for the first letter', '@dmin Kapur IX'],
  ['a sign for a letter, and one for nothing', 'L@pau!'],
  ['triangles', 'L▲P▲U'],
  ['a sign of sets', 'Lapa∪'],
  ['c and l for d', 'Aclmin Kapur IX'],
  ['a Roman numeral', 'Admin Kapur Ⅸ'],
  ['a doubled letter', 'Lapauu'],
  ['doubled letters in its middle', 'Maarrni'],
  ['a letter three times, also in a short name', 'Anaaa'],
  ['signs at its ends', '~ Lapau |'],
  ['a dotted circle around it', 'Lapau\u20dd'],
  ['an em space', 'La\u2003pau'],
  ['an ideographic space', '\u3000Lapau'],
  ['a hair space and one that does not break', 'La\u200apau\u00a0'],
])('a reserved name written with %s is reserved too (D63)', (_how, name) => {
  expect(looksLikeOneOf(name, reserved)).toBe(true);
});

test.each(['Lapau Mak Itam', 'Admin', 'Wali', 'Anna', 'Lapau 24', '山田', '🍛', ''])('%s is not reserved', (name) => {
  expect(looksLikeOneOf(name, reserved)).toBe(false);
});

test('a name of signs only is not reserved', () => expect(looksLikeOneOf('🍛', ['🌶️'])).toBe(false));
