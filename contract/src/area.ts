import { settingDefaults } from './setting-defaults.ts';
import { withoutInvisible } from './typed-text.ts';

const sign = String.raw`[^\p{L}\p{N}\p{M}]+`;
const signsBefore = new RegExp(`^${sign}`, 'u');
const signsAfter = new RegExp(`${sign}$`, 'u');

/** @param unnamed the parts to cut off: words for the kind of place, and what stands before and behind the name */
function tidy(place: string, unnamed: RegExp[]): string {
  const typed = withoutInvisible(place).replaceAll(/\s+/g, ' ').replace(signsBefore, '');
  const name = unnamed.reduce((rest, part) => rest.replace(part, ''), typed).replace(signsAfter, '');
  return name.includes('(') && !name.includes(')') ? `${name})` : name;
}

const kind = (words: string) => new RegExp(`^(?:(?:${words})${sign})+`, 'iu');
const followedBy = (words: string) => new RegExp(`${sign}(?:${words})${sign}.*$`, 'iu');
/** Matches a smaller place before the one that is named by its kind: 'Jorong X, ' in 'Jorong X, Nagari Y'. */
const smaller = (words: string) => new RegExp(`^.*[,/][^\\p{L}\\p{N}]*(?=(?:${words})${sign})`, 'iu');
/** Matches a larger place that follows the name: no name has a comma or a slash. */
const larger = /[,/].*$/;
const nagariWords = '(?:ke|ka)?nagari(?:an)?|nag|ngr';
const kecamatanWords = 'kecamatan|kec|kcm';
/** A jorong is a part of a nagari: 'Jorong X Nagari Y', 'Jorong X, Y'. */
const jorong = `^(?:jorong|jrg|jr|dusun)${sign}[^,/]*`;
const inNamedNagari = new RegExp(`${jorong}${sign}(?=(?:${nagariWords})${sign})`, 'iu');
const inNagari = new RegExp(`${jorong}[,/][^\\p{L}\\p{N}]*(?=\\p{L})`, 'iu');
const aroundNagari = [
  smaller(nagariWords),
  inNamedNagari,
  inNagari,
  kind(nagariWords),
  followedBy('kec|kecamatan|kab|kabupaten'),
  larger,
];
const aroundKecamatan = [smaller(kecamatanWords), kind(kecamatanWords), followedBy('kab|kabupaten'), larger];

/** A nagari as it is stored: 'Muaro Paiti' of 'Nag. Muaro Paiti, Kec. Kapur IX'. The database's nagari_key() compares them. */
export const tidyNagari = (nagari: string): string => tidy(nagari, aroundNagari);

/** A kecamatan as it is stored: 'Kapur IX' of 'Kec. Kapur IX'. */
export const tidyKecamatan = (kecamatan: string): string => tidy(kecamatan, aroundKecamatan);

/** The name of another place as it is stored: without what is invisible and signs at its ends. */
export const tidyPlace = (place: string): string => tidy(place, []);

/** Keeps only letters and digits, in small letters: 'KapurIX', 'Kapur-IX' and 'kapur. ix' become one name. */
const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
const comparableKecamatan = (kecamatan: string): string => comparable(tidyKecamatan(kecamatan.normalize('NFKC')));

/** Whether two spellings are of one nagari. */
export const isSameNagari = (one: string, other: string): boolean =>
  comparable(tidyNagari(one)) === comparable(tidyNagari(other));

/** A kecamatan as it is shown: 'kapur ix' becomes 'Kapur IX', and a name that has capitals stays as it is written. */
const displayed = (kecamatan: string): string => {
  const name = tidyKecamatan(kecamatan);
  if (name !== name.toLowerCase()) return name;
  return name.replace(/\S+/g, (word) =>
    /^[ivxlc]+$/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
  );
};

/**
 * The names of the allowed kecamatan, each once.
 * @param allowed the setting allowed_kecamatan: names separated by commas; empty means the built-in defaults.
 */
export function allowedKecamatan(allowed: string): string[] {
  const namesOf = (list: string) =>
    new Map(list.split(',').map((name) => [comparableKecamatan(name), displayed(name)]));
  const names = namesOf(allowed);
  names.delete('');
  return [...(names.size > 0 ? names : namesOf(settingDefaults.allowed_kecamatan)).values()];
}

const romanNumbers = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const numberWords = ['satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan', 'sepuluh'];

/** Writes the numbers of a name in digits: 'Kapur IX', 'Kapur 9' and 'Kapur Sembilan' are spellings of one name. */
const inDigits = (name: string): string =>
  name.toLowerCase().replace(/\p{L}+/gu, (word) => {
    const index = Math.max(romanNumbers.indexOf(word), numberWords.indexOf(word));
    return index < 0 ? word : String(index + 1);
  });

/** The allowed kecamatan as people read them: of spellings that differ only in how a number is written, the first stays. */
export function kecamatanNames(allowed: string): string[] {
  const names = allowedKecamatan(allowed);
  const spellings = names.map(inDigits);
  return names.filter((_, index) => spellings.indexOf(spellings[index] ?? '') === index);
}

/** Whether people of this kecamatan may sign up or sell, by the setting allowed_kecamatan. */
export const isAllowedKecamatan = (kecamatan: string, allowed: string): boolean =>
  allowedKecamatan(allowed).map(comparableKecamatan).includes(comparableKecamatan(kecamatan));
