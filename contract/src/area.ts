/** Sub-districts that may sign up while the setting allowed_kecamatan is empty (D1). */
export const defaultAllowedKecamatan = 'kapur ix, kapur 9, kapur sembilan';

const kecamatanWord = /^(?:kec\.\s*|kec\s+|kecamatan\s+)/i;

/** A kecamatan as it stands in a composed address: trimmed, spaces collapsed, without a leading 'Kec.'. */
export const tidyKecamatan = (kecamatan: string): string =>
  kecamatan.trim().replace(/\s+/g, ' ').replace(kecamatanWord, '');

const comparable = (kecamatan: string) => tidyKecamatan(kecamatan).toLowerCase();

/**
 * Whether people of this kecamatan may sign up or sell (D1).
 * @param allowed the setting allowed_kecamatan: names separated by commas; empty means the built-in defaults.
 */
export function isAllowedKecamatan(kecamatan: string, allowed: string): boolean {
  const names = allowed.split(',').map(comparable).filter(Boolean);
  const list = names.length > 0 ? names : defaultAllowedKecamatan.split(',').map(comparable);
  return list.includes(comparable(kecamatan));
}

/** A nagari as it is stored: trimmed, spaces collapsed, without a leading 'Nagari' (D13). */
export const tidyNagari = (nagari: string): string =>
  nagari
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^nagari /i, '');
