/** What is invisible, or drawn over the sign before it, as in a keycap. */
const ignorable = String.raw`[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*`;
/** Between two digits of a number: up to five signs that are no letters. */
const between = String.raw`(?:${ignorable}[^\p{L}\p{N}]){0,5}${ignorable}`;
const eightDigits = new RegExp(String.raw`[+([{]*\p{N}(?:${between}\p{N}){7,}[\p{M}\p{Cf}]*[)\]}]*`, 'gu');

/** A word of digits in which letters stand for some: `O812`. */
const digitWord = /(?<!\p{L})[oOlI\p{N}]*\p{N}[oOlI\p{N}]*(?!\p{L})/gu;
const withPlainDigits = (word: string) => word.replaceAll(/o/gi, '0').replaceAll(/[lI]/g, '1');

/** `15.000`, `15000`, `15.000,-`: a multiple of 50 under 100 million. A phone number hardly falls into such groups. */
const amount = String.raw`(?:[1-9]\d?\.\d{3}\.\d[05]0|[1-9]\d{0,2}\.\d[05]0|[1-9]\d{0,4}[05]0)(?:,(?:00|-))?`;
const hour = String.raw`(?:[01]\d|2[0-4])[.:](?:00|15|30|45)`;
/** What has eight digits but is no phone number: amounts with a count beside them, opening hours, dates. */
const harmless = [
  String.raw`(?:[1-9]\d? )?${amount}(?:[^\p{L}\p{N}]{1,5}${amount})*(?: [1-9]\d?)?`,
  String.raw`${hour} ?[-–] ?${hour}`,
  String.raw`(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\1(?:20\d\d)`,
].map((pattern) => new RegExp(String.raw`^[([{]*${pattern}[)\]}]*$`, 'u'));

/** A text that people typed without what may be a phone number: strangers read previews. */
export function withoutPhoneNumbers(text: string): string {
  const plain = text.replaceAll(digitWord, withPlainDigits);
  const kept: string[] = [];
  let end = 0;
  for (const { 0: found, index } of plain.matchAll(eightDigits)) {
    if (harmless.some((pattern) => pattern.test(found))) continue;
    kept.push(text.slice(end, index));
    end = index + found.length;
  }
  return [...kept, text.slice(end)]
    .join('')
    .replaceAll(/\s{2,}/g, ' ')
    .trim();
}
