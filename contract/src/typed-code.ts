/** A digit of any script or form as one of 0 to 9: its place in the ten of its script, or what it is drawn around. */
export function plainDigit(digit: string): string {
  const plain = digit.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  if (!/^\p{Nd}$/u.test(digit)) return digit;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * A code as it was meant that somebody has typed from a poster, a mail or by ear: digits of any keyboard are plain ones, O is 0, I and L are 1.
 * No code has these letters.
 */
export const readTypedSymbols = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/o/gi, '0')
    .replaceAll(/[il]/gi, '1');
