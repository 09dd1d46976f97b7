import { expect, test } from 'vitest';
import { isPlainlyWritten } from './plain-names.ts';

test.each([
  'Marni',
  'Mak Itam 🍛',
  'Uni Né',
  'D’Lapau & Co. (2)',
  'Ma’arif',
  'Maʼarif',
  '山田',
  'Toko Yamada 山田',
  'ラーメン屋',
  '한국 식당',
  'محمد',
  'مُحَمَّد',
  'مـحمد',
  'چوت نق',
  'كداي ڤق حاج',
  'Ольга',
  'Γιώργος',
  'कमला',
  'ꦱꦫꦶ',
  'Nguyễn Thị',
  'Łukasz Straße',
  'Ṣāliḥ',
  'Kadai 24 Jam №\u00a01',
  '👩‍🍳 Eti',
  '❤️ Ibu 1️⃣',
  '𝓕𝓪𝓷𝓬𝔂 Ⓛⓘⓝⓐ',
  'Lap\u0301\u0300\u0302\u0303au',
  '',
])('%j is written plainly', (name) => expect(isPlainlyWritten(name)).toBe(true));

test.each([
  ['mixes scripts', ['M\u0430rni', 'Маrni', 'Μarni', 'Lapaս', 'Ꮮapau', 'Warung Мак']],
  ['has a script that is read nowhere here', ['ᏞᎪᏢᎪ', 'ꓡꓮꓑꓮꓴ', 'ⵏⵔⵙ', '𐐛𐐗𐐑']],
  ['has a letter of East Asia in a Latin word', ['Lapaロ', 'LapaㅣU', 'Sapuエra']],
  ['has a letter that is not seen', ['Marni\u3164']],
  [
    'has Latin letters of no living alphabet',
    ['Sapꞟtra', 'Sapuꞇra', 'Saputꞃa', 'Saᵽutra', 'Lapaꭒ', 'ʟᴀᴘᴀᴜ', 'Lapɐu', 'ꞌLapau'],
  ],
  ['has modifier letters and signs', ['Lapauˌ', 'Lapauˈ', 'ˋLapau', 'Lapauʹ', 'Lapau˲', 'Lapauꜞ', 'Lapau꞉']],
  [
    'has lines through its letters, or letters and circles above and around them',
    ['L̶apau', 'La̲pau', 'Lͣpau', 'Lapau\u20dd'],
  ],
  ['has numbers of old scripts', ['Lapau \u{1d377}']],
])('a name that %s is not', (_what, names) => {
  expect(names.filter(isPlainlyWritten)).toEqual([]);
});
