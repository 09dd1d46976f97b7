// Checks of texts for schemas and forms. This file imports no schema library, as the first screens do not load one.

import { cleanText } from './typed-text.ts';

/** U+2800, the braille blank, is invisible too, but has none of these properties. */
const isVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u;

/** False for a text of which nothing can be seen once it is stored. */
export const hasVisibleCharacter = (text: string): boolean => isVisible.test(cleanText(text));

/** The length of a typed text once it is stored and cleaned, in code points, as PostgreSQL counts. */
export const lengthOf = (text: string): number => Array.from(cleanText(text)).length;

/**
 * An Indonesian message for a text of more than `max` characters, else undefined.
 * @param name starts the message: 'Alamat paling banyak …'
 */
export function tooLong(text: string, max: number, name?: string): string | undefined {
  const length = lengthOf(text);
  return length > max ? namedMessage(name, `Paling banyak ${max} huruf, sekarang ${length}.`) : undefined;
}

/** Makes a field's message start with the field's name, if there is one. */
export const namedMessage = (name: string | undefined, message: string): string =>
  name === undefined ? message : `${name} ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
