// Checks of texts for schemas and forms. Imports no schema library: the first screens do not load one.

const isLineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;
/** Without tab and newline. PostgreSQL stores neither NUL nor lone surrogates (Cs). */
const isControl = /(?![\t\n])[\p{Cc}\p{Cs}]/u;
/** Embeddings, overrides and isolates (UAX #9 section 2): they change the order in which text is displayed. */
const isBidiControl = /[\u202a-\u202e\u2066-\u2069]/;
/** U+2800, the braille blank, is invisible too, but has none of these properties. */
const isVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u;

/** False for a text of spaces and invisible characters only. */
export const hasVisibleCharacter = (text: string): boolean => isVisible.test(text);

/**
 * An Indonesian message for a trimmed text with a forbidden character, else undefined. Joiners are allowed, because
 * emoji and some scripts need them.
 * @param lines 'many' allows newlines and tabs
 */
export function textProblem(text: string, lines: 'one' | 'many'): string | undefined {
  if (lines === 'one' && isLineBreak.test(text)) return 'Harus satu baris.';
  if (isControl.test(text) || (lines === 'one' && text.includes('\t'))) {
    return 'Berisi karakter yang tidak dapat disimpan.';
  }
  if (isBidiControl.test(text)) return 'Berisi karakter yang membalik arah tulisan.';
  if (text !== '' && !hasVisibleCharacter(text)) return 'Harus berisi huruf yang terlihat.';
  return undefined;
}

/**
 * An Indonesian message for a text of more than `max` characters (code points, as PostgreSQL counts), else undefined.
 * Surrounding space does not count: it is trimmed before the text is stored.
 * @param name starts the message: 'Alamat paling banyak …'
 */
export function tooLong(text: string, max: number, name?: string): string | undefined {
  const { length } = Array.from(text.trim());
  return length > max ? namedMessage(name, `Paling banyak ${max} huruf, sekarang ${length}.`) : undefined;
}

/** A message of a field that starts with the field's name, where it has one. */
export const namedMessage = (name: string | undefined, message: string): string =>
  name === undefined ? message : `${name} ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
