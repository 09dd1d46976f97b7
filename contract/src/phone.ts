import { plainDigit } from './typed-code.ts';

/**
 * The digits of a number with its country code, as wa.me takes them, or null when it can be no mobile number.
 * Numbers without a country code are Indonesian: `0812…`, `812…`, `62812…` and `+62 (0)812…` are the same.
 */
export function mobileDigits(number: string): string | null {
  const { digits, hasCountryCode } = readNumber(number);
  if (/^628\d{7,11}$/.test(digits)) return digits;
  return hasCountryCode && !digits.startsWith('62') && /^\d{7,15}$/.test(digits) ? digits : null;
}

/** Whether a number can be called: a mobile number of any country, or an Indonesian landline with its area code. */
export const isPhone = (number: string): boolean =>
  mobileDigits(number) !== null || isLandline(readNumber(number).digits);

/**
 * The digits that a phone dials for a number: with a plus if it has a country code, else as they were typed, such as a number of the
 * village. Null when the text is no number.
 */
export function dialled(number: string): string | null {
  const { typed, digits, hasCountryCode } = readNumber(number);
  const isInternational =
    hasCountryCode || (!typed.startsWith('0') && (mobileDigits(number) !== null || isLandline(digits)));
  const dial = isInternational ? `+${digits}` : typed;
  return /^\+?\d{5,15}$/.test(dial) ? dial : null;
}

/** The digits of a number, or of its beginning, without the ways to begin it: 812 for `0812`, `+62 812` and `62 (0)812`. */
export const subscriberDigits = (number: string): string => readNumber(number).digits.replace(/^62/, '');

const isLandline = (digits: string): boolean => /^62[2-79]\d{6,10}$/.test(digits);

/** Reads the digits of a number as typed, and with the country code, which `0…` and `8…` leave out in Indonesia. */
function readNumber(number: string): { typed: string; digits: string; hasCountryCode: boolean } {
  const { typed: written, hasPlus } = withoutPlus(plain(number));
  const typed = hasPlus ? written.replace(/^0+(?=62)/, '') : written;
  const hasCountryCode = hasPlus || typed.startsWith('00');
  const trunkless = typed.replace(/^00/, '').replace(/^620/, '62').replace(/^0/, '62');
  return { typed, digits: hasCountryCode ? trunkless : trunkless.replace(/^8/, '628'), hasCountryCode };
}

/**
 * Writes a number with the digits and the plus of ASCII, without an extension, the 0 of `+62 (0)812` and what is said beside the number:
 * `HP 2: 0812…`, `0812… (Uni 2)`, `0812… jam 8-17`, `0811-666-123/124`. Letters between digits count as digits that they look like.
 * Empty if other letters stand there, as in a number of which a part is hidden.
 */
function plain(number: string): string {
  const ascii = number
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll('➕', '+')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\d(?:[\s.-]?[\do])*(?!\p{L})/giu, (digits) => digits.replaceAll(/o/gi, '0'))
    .replaceAll(/(?<=\d)[il](?=\d)/gi, '1')
    .replace(/(?:\b(?:ext|pes|pesawat)\b|#)\D{0,3}\d{1,5}\D*$/i, '')
    .replaceAll(/\([^()]*\p{L}[^()]*\)/gu, ' ')
    .replace(/^[^\d+]*(?!62)\d{1,2}[^\d+]+(?=0[28]|62|\+)/, '')
    .replace(/^((?:\D*\d){8,}?[^\p{L}\d]*)\p{L}.*$/su, '$1')
    .replace(/^((?:\D*\d){10,}?)(?:\s*[/,;]\D*(?:\d\D*){0,4}|\s+-\s\D*(?:\d\D*){0,2})$/, '$1');
  if (/\d\p{L}+[\s.-]*\d/u.test(ascii)) return '';
  return /\+|^\D*(?:00|62)/.test(ascii) ? ascii.replace(/\([^\d()]*0[^\d()]*\)/, '') : ascii;
}

/** The digits of a number, those of the country code first, wherever the plus stands. */
function withoutPlus(number: string): { typed: string; hasPlus: boolean } {
  const [before = '', ...others] = number.split('+').map((part) => part.replaceAll(/\D/g, ''));
  const after = others.join('');
  const all = before + after;
  // The plus stands at the end where a text has lost its direction: '62 812-3456-7890+'.
  if (after === '' || before === '') return { typed: all, hasPlus: number.includes('+') };
  // '0812-3456-7890 (+62)'
  if (before.length > 6 && after.length < 4) return { typed: after + before.replace(/^0/, ''), hasPlus: true };
  // '62+812-3456-7890'
  if (before === '62' || before === '0062') return { typed: `62${after}`, hasPlus: true };
  // 'HP 1: +62 812-3456-7890'
  if (before.length < 3 && after.length > 6) return { typed: after, hasPlus: true };
  return { typed: all, hasPlus: false };
}
