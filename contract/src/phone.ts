/**
 * The digits of a number with its country code, as wa.me takes them, or null when it can be no mobile number.
 * Numbers without a country code are Indonesian: `0812…`, `812…`, `62812…` and `+62 (0)812…` are the same.
 */
export function mobileDigits(number: string): string | null {
  const { digits, hasCountryCode } = withCountryCode(number);
  if (/^628\d{7,11}$/.test(digits)) return digits;
  return hasCountryCode && !digits.startsWith('62') && /^\d{7,15}$/.test(digits) ? digits : null;
}

/** Whether a number can be called: a mobile number of any country, or an Indonesian landline with its area code. */
export const isPhone = (number: string): boolean =>
  mobileDigits(number) !== null || /^62[2-79]\d{6,10}$/.test(withCountryCode(number).digits);

function withCountryCode(number: string): { digits: string; hasCountryCode: boolean } {
  const typed = number.replace(/\D/g, '');
  const hasCountryCode = number.trim().startsWith('+') || typed.startsWith('00');
  const trunkless = typed.replace(/^00/, '').replace(/^620/, '62').replace(/^0/, '62');
  return { digits: hasCountryCode ? trunkless : trunkless.replace(/^8/, '628'), hasCountryCode };
}
