const rupiah = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,00)?$/;

/**
 * A post's free price text as it is shown: a plain or thousand-grouped integer becomes `Rp 15.000`,
 * anything else (`Gratis`, `mulai Rp 5.000`, `10.000-15.000`) stays as the seller wrote it.
 */
export function formatPrice(price: string): string {
  const amount = rupiah.exec(price.trim())?.[1];
  if (amount === undefined) return price.trim() === '' ? '' : price;
  const digits = amount.replaceAll('.', '').replace(/^0+(?=\d)/, '');
  return `Rp ${digits.replace(/\B(?=(\d{3})+$)/g, '.')}`;
}
