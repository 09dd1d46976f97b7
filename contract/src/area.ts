/** Sub-districts that may sign up while the setting allowed_kecamatan is empty. */
export const defaultAllowedKecamatan = 'kapur ix, kapur 9, kapur sembilan';

const kecamatanWord = /^kec(?:amatan)?[.\s-]+/i;

/** A kecamatan as it stands in a composed address: trimmed, spaces collapsed, without a leading 'Kec.'. */
export const tidyKecamatan = (kecamatan: string): string =>
  kecamatan.trim().replace(/\s+/g, ' ').replace(kecamatanWord, '');

/** Letters and digits alone: 'KapurIX', 'Kapur-IX' and 'kapur. ix' are one. */
const comparable = (kecamatan: string) =>
  tidyKecamatan(kecamatan)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** As it is shown: 'kapur ix' as 'Kapur IX', and what has capitals as it is written. */
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
  const namesOf = (list: string) => new Map(list.split(',').map((name) => [comparable(name), displayed(name)]));
  const names = namesOf(allowed);
  names.delete('');
  return [...(names.size > 0 ? names : namesOf(defaultAllowedKecamatan)).values()];
}

const romanNumbers = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const numberWords = ['satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan', 'sepuluh'];

/** With its numbers in digits: 'Kapur IX', 'Kapur 9' and 'Kapur Sembilan' are spellings of one name. */
const inDigits = (name: string): string =>
  name.toLowerCase().replace(/\p{L}+/gu, (word) => {
    const index = Math.max(romanNumbers.indexOf(word), numberWords.indexOf(word));
    return index < 0 ? word : String(index + 1);
  });

/** The allowed kecamatan as people read them: of spellings that differ in how a number is written, the first. */
export function kecamatanNames(allowed: string): string[] {
  const names = allowedKecamatan(allowed);
  const spellings = names.map(inDigits);
  return names.filter((_, index) => spellings.indexOf(spellings[index] ?? '') === index);
}

/** Whether people of this kecamatan may sign up or sell, by the setting allowed_kecamatan. */
export const isAllowedKecamatan = (kecamatan: string, allowed: string): boolean =>
  allowedKecamatan(allowed).map(comparable).includes(comparable(kecamatan));

/** A nagari as it is stored: trimmed, spaces collapsed, without a leading 'Nagari'. */
export const tidyNagari = (nagari: string): string =>
  nagari
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^nagari /i, '');
