// Checks of texts for schemas and forms. Imports no schema library: the first screens do not load one.

import { cleanText } from './typed-text.ts';

/** U+2800, the braille blank, is invisible too, but has none of these properties. */
const isVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u;

/** False for a text of which nothing can be seen once it is stored. */
export const hasVisibleCharacter = (text: string): boolean => isVisible.test(cleanText(text));

/** How long a typed text is when it is stored, in code points, as PostgreSQL counts: what is taken out before does not count. */
export const lengthOf = (text: string): number => Array.from(cleanText(text)).length;

/**
 * An Indonesian message for a text of more than `max` characters, else undefined.
 * @param name starts the message: 'Alamat paling banyak …'
 */
export function tooLong(text: string, max: number, name?: string): string | undefined {
  const length = lengthOf(text);
  return length > max ? namedMessage(name, `Paling banyak ${max} huruf, sekarang ${length}.`) : undefined;
}

/** A message of a field that starts with the field's name, where it has one. */
export const namedMessage = (name: string | undefined, message: string): string =>
  name === undefined ? message : `${name} ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
