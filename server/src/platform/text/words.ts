import { containing } from './like-pattern.ts';

/** @param ranges ranges of characters, as in a pattern's class */
const anyOf = (ranges: string): RegExp => new RegExp(`[${ranges}]`, 'gu');

/** Apostrophes of all kinds, which people type or leave out, and invisible characters. */
const silent = anyOf(
  String.raw`'\u0060\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\u{e0000}-\u{e0fff}`,
);
const accents = anyOf(
  String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
);
const pictures = anyOf(String.raw`\u2190-\u2bff\u{1f000}-\u{1faff}`);
const signs = anyOf(
  String.raw`\u0001-/:-@[-\u0060{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0387\u055b-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u1b5a-\u1b60\u1cc0-\u1cc7\u2000-\u206f\u20a0-\u20cf\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u3030\u303d\u30fb\ua9c1-\ua9cd\ufd3e\ufd3f\ufe45\ufe46\ufffd`,
);

/**
 * Writes names and terms as searches compare them: in small letters without accents, apostrophes and invisible characters. Signs
 * separate words, and a picture is a word. The database's plain_words() does the same.
 */
export const plainWords = (text: string): string =>
  text
    .replaceAll(silent, '')
    .normalize('NFKD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(pictures, ' $& ')
    .replaceAll(signs, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

/** The plain words of a text, each once. */
export const wordsOf = (text: string): string[] => [...new Set(plainWords(text).split(' ').filter(Boolean))];

/** The pattern with which LIKE finds the plain names that contain the term in a parameter; for a term without words it finds none. */
export const containingWords = (parameter: string): string => `'%' || nullif(plain_words(${parameter}), '') || '%'`;

/** A word to be found in a name: one of the name's words begins with it, or is it. */
export type SoughtWord = { text: string; isWhole: boolean };

/** The ways to find a word or phrase of a search: all words of one of them have to be in the name. */
export type Sought = SoughtWord[][];

/**
 * Makes the condition that a name has everything that is sought.
 * @param column the column of plain names, with an index of trigrams if there are many
 * @param name the part of the column that counts
 * @param parameter adds a value to those of the statement
 */
export function hasWords(column: string, name: string, all: Sought[], parameter: (value: unknown) => string): string {
  // The index answers the first part. The second is no pattern, because PostgreSQL would take two patterns for independent
  // of each other and expect too few rows.
  const hasWord = ({ text, isWhole }: SoughtWord) =>
    `${column} like ${parameter(containing(text))}
      and strpos(' ' || ${name} || ' ', ${parameter(` ${text}${isWhole ? ' ' : ''}`)}) > 0`;
  const hasWay = (words: SoughtWord[]) => `(${words.map(hasWord).join(' and ')})`;
  return all.map((ways) => `(${ways.map(hasWay).join(' or ')})`).join(' and ');
}

/**
 * Makes an array that tells how a name has each thing sought: 2 begins with it, 1 has it, 0 does not have it.
 * @param column the column of names, as in hasWords
 */
export function placesOf(column: string, all: Sought[], parameter: (value: unknown) => string): string {
  const begins = ({ text, isWhole }: SoughtWord) =>
    `starts_with(${column} || ' ', ${parameter(`${text}${isWhole ? ' ' : ''}`)})`;
  const place = (sought: Sought) =>
    `case when not ${hasWords(column, column, [sought], parameter)} then 0
      when ${sought.flat().map(begins).join(' or ')} then 2 else 1 end`;
  return `array[${all.map(place).join(', ')}]`;
}

/** How many names have the things sought in the same places (placesOf). */
export type Combination = { places: number[]; count: number };
