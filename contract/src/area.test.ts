import { expect, test } from 'vitest';
import {
  allowedKecamatan,
  isAllowedKecamatan,
  isSameNagari,
  kecamatanNames,
  tidyKecamatan,
  tidyNagari,
  tidyPlace,
} from './area.ts';
import { settingDefaults } from './setting-defaults.ts';

test.each([
  ['Kapur IX', 'Kapur IX'],
  [' kapur   ix ', 'KAPUR IX'],
  ['Kec. Kapur IX', 'Kapur IX'],
  ['kecamatan kapur ix', 'Kapur IX'],
  ['Kapur IX', 'Harau, Kec. Kapur IX'],
  ['Kecamatan', 'Kecamatan'],
  ['Kapur Sembilan', ''],
  ['Kapur 9', ' , '],
  ['Kapur IX', settingDefaults.allowed_kecamatan],
  ['KapurIX', ''],
  ['Kapur-IX', ''],
  ['Kec.KapurIX', ''],
  ['kapur  ix', ''],
  ['KAPUR 9', ''],
  ['Kapur.IX', ''],
  ['kapursembilan', ''],
  ['Kecamatan-Kapur IX', ''],
  ['KEC KAPUR IX', ''],
  ['Kapur IX', 'kapur-ix'],
  ['Kecil', 'Kecil'],
  ['Kapur IX.', ''],
  ['Kec: Kapur IX,', ''],
  ['Kcm. Kapur IX', ''],
  ['\u202aKec. Kapur IX\u202c', ''],
  ['\u200bKapur\u00a0IX\u200b', ''],
  ['Kapur Ⅸ', ''],
  ['\uff2b\uff41\uff50\uff55\uff52 IX', ''],
  ['Kec. Kapur IX, Kab. Lima Puluh Kota', ''],
  ['Kapur IX, Lima Puluh Kota', ''],
  ['Kapur IX/Lima Puluh Kota', ''],
  ['Muaro Paiti, Kec. Kapur IX', ''],
])('%j lives within %j (D1)', (kecamatan, allowed) => {
  expect(isAllowedKecamatan(kecamatan, allowed)).toBe(true);
});

test.each([
  ['Kapur IX', 'Harau'],
  ['Kapur', 'Kapur IX'],
  ['Harau, Kapur IX', 'Kapur IX'],
  ['', 'Kapur IX,'],
  ['', ''],
  ['Harau', ''],
  ['Kapur I X X', ''],
  ['Kec.', 'Kec., Kapur IX'],
  ['. - .', ''],
])('%j lives outside %j (D1)', (kecamatan, allowed) => {
  expect(isAllowedKecamatan(kecamatan, allowed)).toBe(false);
});

test.each([
  ['', ['Kapur IX', 'Kapur 9', 'Kapur Sembilan']],
  ['Harau, Kec. Guguak, harau, kec.guguak,', ['Harau', 'Guguak']],
  ['pangkalan koto baru, KAPUR IX', ['Pangkalan Koto Baru', 'KAPUR IX']],
])('%j allows %j', (setting, names) => {
  expect(allowedKecamatan(setting)).toEqual(names);
});

test('a kecamatan is stored as it was typed, without what says that it is one', () => {
  expect(['Kec.KapurIX', ' Kecamatan  Kapur-IX ', 'Kec. Kapur IX.'].map(tidyKecamatan)).toEqual([
    'KapurIX',
    'Kapur-IX',
    'Kapur IX',
  ]);
});

test.each([
  'Muaro Paiti',
  ' Muaro   Paiti ',
  'Muaro Paiti\u200b',
  '\ufeffMuaro\u00a0Paiti',
  'Mua\u00adro Paiti',
  '\u2068Muaro Paiti\u2069',
  'Muaro Paiti,',
  'Muaro Paiti.',
  '(Muaro Paiti)',
  '"Muaro Paiti"',
  '– Muaro Paiti –',
  'Nagari Muaro Paiti',
  'nagari: Muaro Paiti',
  'Nag. Muaro Paiti',
  'Nag.Muaro Paiti',
  'nag Muaro Paiti',
  'Ngr. Muaro Paiti',
  'Kenagarian Muaro Paiti',
  'Nagari Nag. Muaro Paiti',
  'Muaro Paiti, Kec. Kapur IX',
  'Nagari Muaro Paiti Kecamatan Kapur IX, Kab. Lima Puluh Kota',
  'Muaro Paiti, Kapur IX',
  'Muaro Paiti/Kapur IX',
  'Jorong Tanjuang, Nagari Muaro Paiti',
  'Jr. Tanjuang / Nag. Muaro Paiti, Kapur IX',
  'Jorong Tanjuang, Muaro Paiti',
  'Jorong I/Muaro Paiti',
  'Jorong Tanjuang Nagari Muaro Paiti',
  'Jr. Tanjuang, Muaro Paiti, Kapur IX',
])('%j is the nagari Muaro Paiti (D13, D136)', (nagari) => {
  expect(tidyNagari(nagari)).toBe('Muaro Paiti');
});

test.each([
  ['Nagari', 'Nagari'],
  ['Nagan Raya', 'Nagan Raya'],
  ['Koto (Lamo)', 'Koto (Lamo)'],
  ["Lubuak Ka'o", "Lubuak Ka'o"],
  ['Koto Kecil', 'Koto Kecil'],
  ['Jorong Tanjuang', 'Jorong Tanjuang'],
  ['Kampuang Dalam, Kapur IX', 'Kampuang Dalam'],
  ['...', ''],
  ['Nag.', ''],
])('the nagari %j is stored as %j', (nagari, stored) => {
  expect(tidyNagari(nagari)).toBe(stored);
});

test.each([
  ['Muaro Paiti', 'nagari muaro  paiti,', true],
  ['Muaro Paiti', 'MUARO-PAITI', true],
  ["Lubuak Ka'o", 'Lubuak Ka\u2019o', true],
  ['Mu\u00e1ro', 'Mua\u0301ro', true],
  ['Muaro Paiti', 'Muaro', false],
])('%j and %j are one nagari: %j', (one, other, isSame) => {
  expect(isSameNagari(one, other)).toBe(isSame);
});

test('another place has no signs at its ends', () => {
  expect(['Sumatera Barat.', ' Kab. Lima Puluh Kota,', '\u200bPadang\u200b'].map(tidyPlace)).toEqual([
    'Sumatera Barat',
    'Kab. Lima Puluh Kota',
    'Padang',
  ]);
});

test.each([
  ['', ['Kapur IX']],
  ['kapur 9, kapur ix', ['Kapur 9']],
  ['IV Koto, Ampek Koto, Empat Koto, 4 Koto', ['IV Koto', 'Ampek Koto']],
  ['Lima Puluh, Limau, Ixora', ['Lima Puluh', 'Limau', 'Ixora']],
  ['Kapur IX, Kapur X', ['Kapur IX', 'Kapur X']],
])('people read of %j the names %j', (allowed, names) => {
  expect(kecamatanNames(allowed)).toEqual(names);
});
