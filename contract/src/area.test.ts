import { expect, test } from 'vitest';
import {
  allowedKecamatan,
  defaultAllowedKecamatan,
  isAllowedKecamatan,
  kecamatanNames,
  tidyKecamatan,
} from './area.ts';

test.each([
  ['Kapur IX', 'Kapur IX'],
  [' kapur   ix ', 'KAPUR IX'],
  ['Kec. Kapur IX', 'Kapur IX'],
  ['kecamatan kapur ix', 'Kapur IX'],
  ['Kapur IX', 'Harau, Kec. Kapur IX'],
  ['Kecamatan', 'Kecamatan'],
  ['Kapur Sembilan', ''],
  ['Kapur 9', ' , '],
  ['Kapur IX', defaultAllowedKecamatan],
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
])('%j lives within %j (D1)', (kecamatan, allowed) => {
  expect(isAllowedKecamatan(kecamatan, allowed)).toBe(true);
});

test.each([
  ['Kapur IX', 'Harau'],
  ['Kapur', 'Kapur IX'],
  ['Kapur IX, Harau', 'Kapur IX, Harau'],
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

test('an address has the kecamatan as it was typed, without what says that it is one', () => {
  expect(['Kec.KapurIX', ' Kecamatan  Kapur-IX '].map(tidyKecamatan)).toEqual(['KapurIX', 'Kapur-IX']);
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
