const short = new Intl.NumberFormat('id', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('id');

/** A count as it is shown where space is scarce: '999', '12,3 rb', '1,2 jt'. */
export function formatShortCount(count: number): string {
  const unit = [1e9, 1e6, 1e3].find((one) => count >= one);
  // The count is rounded down, to a number that has been reached. Browsers before 2022 have no rounding mode for it.
  return short.format(unit === undefined ? count : Math.floor(count / (unit / 10)) * (unit / 10));
}

/** A count in full: '12.345'. */
export const formatCount = (count: number): string => exact.format(count);
