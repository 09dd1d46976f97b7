import { expect, test } from 'vitest';
import { formatCount, formatShortCount } from './count.ts';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1000, '1 rb', '1.000'],
  [12_345, '12,3 rb', '12.345'],
  [12_399, '12,3 rb', '12.399'],
  [999_999, '999,9 rb', '999.999'],
  [1_250_000, '1,2 jt', '1.250.000'],
])('%i is %s where space is scarce and %s in full', (count, short, full) => {
  expect(formatShortCount(count).replace('\u00a0', ' ')).toBe(short);
  expect(formatCount(count)).toBe(full);
});
