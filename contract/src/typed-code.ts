/** Turns a digit of any script or form into one of 0 to 9: by its place among the ten of its script, or as the digit inside a circle. */
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
 * Reads a code that somebody has typed from a poster, a mail or by ear: digits of any keyboard become plain ones, O becomes 0, and I and
 * L become 1, as no code has these letters.
 */
export const readTypedSymbols = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/o/gi, '0')
    .replaceAll(/[il]/gi, '1');
