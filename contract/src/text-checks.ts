// What a text may consist of, for schemas and forms alike; without the schema library, which first screens do not load.

const breaksLine = /[\n\v\f\r\u0085\u2028\u2029]/;
/** Without tab and newline. PostgreSQL stores neither NUL nor lone surrogates (Cs). */
const isControl = /(?![\t\n])[\p{Cc}\p{Cs}]/u;
/** Embeddings, overrides and isolates (UAX #9 section 2): what follows reads in another order than it is stored. */
const ordersText = /[\u202a-\u202e\u2066-\u2069]/;
/** The braille blank is the one letter of Unicode that is drawn as nothing and not called so. */
const isVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u;

/** Whether a text shows anything: neither spaces nor characters without a picture do. */
export const hasVisibleCharacter = (text: string): boolean => isVisible.test(text);

/**
 * What is wrong with a trimmed text, in Indonesian, or undefined (D24). Emoji and scripts that need joiners keep them.
 * @param lines 'many' for texts that keep their newlines and tabs
 */
export function textProblem(text: string, lines: 'one' | 'many'): string | undefined {
  if (lines === 'one' && breaksLine.test(text)) return 'Harus satu baris.';
  if (isControl.test(text) || (lines === 'one' && text.includes('\t'))) {
    return 'Berisi karakter yang tidak dapat disimpan.';
  }
  if (ordersText.test(text)) return 'Berisi karakter yang membalik arah tulisan.';
  if (text !== '' && !hasVisibleCharacter(text)) return 'Tulis huruf yang terlihat.';
  return undefined;
}

/**
 * What is wrong with a text of more than `max` characters (code points, as PostgreSQL counts), in Indonesian, or undefined.
 * Space around it does not count: it is trimmed before it is stored (D25).
 */
export function tooLong(text: string, max: number): string | undefined {
  const { length } = Array.from(text.trim());
  return length > max ? `Paling banyak ${max} huruf, sekarang ${length}.` : undefined;
}
