import { expect, test } from 'vitest';
import { csvLine, csvPhone, csvTime } from './csv.ts';

test.each([
  '=1+1',
  '+62',
  '-1',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\u200b=1',
])('%j starts no formula', (value) => expect(csvLine([value])).toBe(`"'${value}"\r\n`));

test.each([
  ['Lapau;=1+1', "Lapau;'=1+1"],
  ['a; @SUM(A1);b', "a;' @SUM(A1);b"],
  ['a;"=1"', `a;'""=1""`],
  ['a;\u200b＝1', "a;'\u200b＝1"],
  ['a\n-1', "a\n'-1"],
  ['a\t+1', "a\t'+1"],
  ['=1;=2', "'=1;'=2"],
])('%j starts none where a spreadsheet splits at semicolons', (value, written) =>
  expect(csvLine([value])).toBe(`"${written}"\r\n`),
);

test.each(['a=b', 'a; b = c', "'=1", 'Lapau "Mak" Itam, Sialang', 'dua\nbaris', '🍛', '', '(+60) 12'])(
  '%j stays as it is',
  (value) => expect(csvLine([value, 'x'])).toBe(`"${value.replaceAll('"', '""')}","x"\r\n`),
);

test.each([
  ['081234567890', '0812-3456-7890'],
  ['0812-3456-7890', '0812-3456-7890'],
  ['(0752) 775 0123', '0752-7750-123'],
  ['+62 812-3456-7890', '0812-3456-7890'],
  ['+62 (0)81234567890', '0812-3456-7890'],
  ['6281234567890', '6281-2345-6789-0'],
  ['+60 12-345 6789', '+60 12-345 6789'],
  ['', ''],
])('the number %s is written as %s', (typed, written) => expect(csvPhone(typed)).toBe(written));

test('times are those of the clock in Asia/Jakarta', () => {
  expect(csvTime('2026-11-22T18:30:00.000Z')).toBe('2026-11-23 01:30');
  expect(csvTime(null)).toBe('');
});
