import { plainDigit } from '@lapau/contract/typed-code';

/** Matches characters that are invisible, or drawn over the sign before them, as in a keycap. */
const ignorable = String.raw`[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*`;
/** Matches a sign that is no letter, digit or ignorable character: as no two patterns overlap, a match never takes long. */
const sign = String.raw`[^\p{L}\p{N}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
/** Matches what may stand between two digits of a number: up to five signs. */
const between = String.raw`(?:${ignorable}${sign}){0,5}${ignorable}`;
const eightDigits = new RegExp(String.raw`[+([{]*\p{N}(?:${between}\p{N}){7,}[\p{M}\p{Cf}]*[)\]}]*`, 'gu');

/** Fills up a digit to the length of the word that it replaces, so that positions stay. It is ignorable. */
const filler = '\u200B';
const inPlaceOf = (digits: string, typed: string): string => digits.padEnd(typed.length, filler);

/** Words of digits as people say them, in Indonesian, Minang and English. */
const digitsByWord = new Map(
  [
    'nol|kosong|zero',
    'satu|ciek|one',
    'dua|duo|two',
    'tiga|tigo|three',
    'empat|ampek|four',
    'lima|limo|five',
    'enam|anam|six',
    'tujuh|tujuah|seven',
    'delapan|lapan|salapan|eight',
    'sembilan|sambilan|nine',
  ].flatMap((words, digit) => words.split('|').map((word) => [word, String(digit)] as const)),
);
const wordOfDigit = [...digitsByWord.keys()].toSorted((one, other) => other.length - one.length).join('|');
const wordsOfDigits = new RegExp(String.raw`(?<!\p{L})(?:${wordOfDigit})+(?!\p{L})`, 'giu');
const eachWord = new RegExp(wordOfDigit, 'giu');

/** Letters that stand for digits inside a word of digits: `O812`, `OB12`. */
const lookAlikes: Record<string, string> = { o: '0', q: '0', l: '1', i: '1', z: '2', s: '5', b: '8' };
const digitWord = /(?<!\p{L})[oqlizsb\p{N}]{0,20}\p{N}[oqlizsb\p{N}]{0,20}(?!\p{L})/giu;

/** Writes all digits of a text as plain ones, also those that are said in words, each at its place. */
const withPlainDigits = (text: string): string =>
  text
    .replaceAll(wordsOfDigits, (words) =>
      words.replaceAll(eachWord, (word) => inPlaceOf(digitsByWord.get(word.toLowerCase()) ?? word, word)),
    )
    .replaceAll(digitWord, (word) => word.replaceAll(/[a-z]/gi, (letter) => lookAlikes[letter.toLowerCase()] ?? letter))
    .replaceAll(/\p{N}/gu, (digit) => inPlaceOf(plainDigit(digit), digit));

/** Matches an amount: `15.000`, `15000`, `15.000,-`, a multiple of 50 under 100 million. Phone numbers hardly have such groups. */
const amount = String.raw`(?:[1-9]\d?\.\d{3}\.\d[05]0|[1-9]\d{0,2}\.\d[05]0|[1-9]\d{0,4}[05]0)(?:,(?:00|-))?`;
const hour = String.raw`(?:[01]\d|2[0-4])[.:](?:00|15|30|45)`;
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])`;
const whole = (pattern: string) => new RegExp(String.raw`^[([{]*${pattern}[)\]}]*$`, 'u');
/** Patterns that have eight digits and are no phone number: amounts with counts beside them, opening hours, dates. */
const harmless = [
  String.raw`(?:[1-9]\d? )?${amount}(?:[^\p{L}\p{N}]{1,5}(?:[1-9]\d? )?${amount})*(?: [1-9]\d?)?`,
  String.raw`${hour} ?[-–] ?${hour}`,
  String.raw`${day}\1(?:20\d\d)`,
].map(whole);
const isHarmless = (found: string) => harmless.some((pattern) => pattern.test(found.replaceAll(filler, '')));

type Found = { start: number; end: number };
const placeOf = ({ 0: { length }, index }: RegExpExecArray): Found => ({ start: index, end: index + length });

/** Finds eight digits and more that have only signs between them. */
const findUnbroken = (plain: string): Found[] =>
  [...plain.matchAll(eightDigits)].filter(([found]) => !isHarmless(found)).map(placeOf);

/** Matches digits without a space or a letter between them. */
const group = new RegExp(
  String.raw`[+([{]*\p{N}(?:(?:${ignorable}(?!\s)${sign}){0,5}${ignorable}\p{N})*[\p{M}\p{Cf}]*[)\]}]*`,
  'gu',
);
/** Matches up to three words that may stand between the groups of a number; none may be one of `measure`, which name another kind. */
const joiner = /^[^\p{L}\p{N}]{0,5}(?:\p{L}{1,12}[^\p{L}\p{N}]{0,5}){0,3}$/u;
const measure =
  /(?<!\p{L})(?:rp|idr|rb|ribu|juta|k|harga|porsi|bungkus|gelas|piring|paket|isi|buah|biji|butir|potong|tusuk|ekor|orang|kotak|box|pcs|kg|g|gr|gram|ons|ml|l|liter|cm|jam|pukul|buka|tutup|tgl|tanggal|hari|tahun|menit|mulai|sampai|atau|per)(?!\p{L})/iu;
const isAmount = whole(amount);
const isHour = whole(hour);
const isDay = whole(day);
const mobile = /^(?:0|62|0062|620)8[1-9]\d{7,10}$/;
const otherNumber = /^(?:8[1-9]\d{7,10}|(?:0|62)[2-79]\d{7,10})$/;

/**
 * Whether groups with words between them are a phone number. Groups that do not begin like a mobile number are none if one of them may
 * be an amount, or if the first is like an hour or a day.
 */
function isNumber(groups: string[]): boolean {
  const [first = ''] = groups;
  const digits = groups.join('').replaceAll(/\D/g, '');
  const mayBeAmount = groups.some((one) => isAmount.test(one));
  if (mobile.test(digits)) return !mayBeAmount || !(isHour.test(first) || isDay.test(first));
  return otherNumber.test(digits) && first.length >= 3 && !mayBeAmount && !isHour.test(first) && !isDay.test(first);
}

const longestNumber = 14;

/** Finds numbers with words between their groups: `0812 lalu 3456 lalu 7890`, `0812x3456x7890`. */
function findBroken(plain: string): Found[] {
  const groups = [...plain.matchAll(group)].map((match) => ({
    text: match[0].replaceAll(filler, ''),
    ...placeOf(match),
  }));
  const isTold = (text: string) => isHarmless(text) && !/^\d+$/.test(text);
  return groups.flatMap(({ start }, first): Found[] => {
    const next = groups.slice(first, first + longestNumber);
    const breaksAt = next.findIndex(({ text, start: from }, index) => {
      const gap = plain.slice(next[index - 1]?.end, from);
      return index > 0 && (isTold(text) || !joiner.test(gap) || measure.test(gap));
    });
    const joined = breaksAt === -1 ? next : next.slice(0, breaksAt);
    const last = joined.findLast(
      (_group, index) => index > 0 && isNumber(joined.slice(0, index + 1).map(({ text }) => text)),
    );
    return last ? [{ start, end: last.end }] : [];
  });
}

/** Takes whatever may be a phone number out of a text that people typed, as strangers read previews. */
export function withoutPhoneNumbers(text: string): string {
  const plain = withPlainDigits(text);
  const kept: string[] = [];
  let end = 0;
  for (const found of [...findUnbroken(plain), ...findBroken(plain)].toSorted(
    (one, other) => one.start - other.start,
  )) {
    kept.push(text.slice(end, Math.max(end, found.start)));
    end = Math.max(end, found.end);
  }
  return [...kept, text.slice(end)]
    .join('')
    .replaceAll(/\s{2,}/g, ' ')
    .trim();
}
