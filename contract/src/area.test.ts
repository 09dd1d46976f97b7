import { expect, test } from 'vitest';
import { defaultAllowedKecamatan, isAllowedKecamatan } from './area.ts';

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
])('%j lives outside %j (D1)', (kecamatan, allowed) => {
  expect(isAllowedKecamatan(kecamatan, allowed)).toBe(false);
});
