const short = new Intl.NumberFormat('id', {
  notation: 'compact',
  maximumFractionDigits: 1,
  // A count that is shown has been reached.
  roundingMode: 'trunc',
});
const exact = new Intl.NumberFormat('id');

/** A count as it is shown where space is scarce: '999', '12,3 rb', '1,2 jt'. */
export const formatShortCount = (count: number): string => short.format(count);

/** A count in full: '12.345'. */
export const formatCount = (count: number): string => exact.format(count);
