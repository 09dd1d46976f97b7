import { expect, test, vi } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Kadai Uni Eli', 'KU'],
  ['  eli ', 'E'],
  ['', ''],
  ['👨‍👩‍👧‍👦 Keluarga', '👨‍👩‍👧‍👦K'],
  ['👍🏽Uda', '👍🏽'],
  ['🏴󠁧󠁢󠁷󠁬󠁳󠁿 Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿W'],
  ['1️⃣ Lapau', '1️⃣L'],
  ['🇮🇩🇲🇾 Serumpun', '🇮🇩S'],
  ['Mak ❤️', 'M❤️'],
  ['e\u0301li o\u0302ca', 'E\u0301O\u0302'],
  ['नीता शर्मा', 'नीश'],
  ['กี่ ส้มตำ', 'กี่ส้'],
  ['각 가', '각가'],
])('%j has the initials %j', (name, expected) => expect(initials(name)).toBe(expected));

test('a browser that does not know graphemes cuts no emoji in half', () => {
  vi.stubGlobal('Intl', {});
  expect(initials('🍛 Nasi')).toBe('🍛N');
  vi.unstubAllGlobals();
});
