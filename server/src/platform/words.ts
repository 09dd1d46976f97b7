import { containing } from './like-pattern.ts';

/** The words of a text in small letters, each once: of ASCII only letters and digits are parts of words. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[a-z0-9\u0080-\u{10ffff}]+/gu)),
];

/** A word to be found in a name: one of the name's words begins with it, or is it. */
export type SoughtWord = { text: string; isWhole: boolean };

/** What stands for a word or a phrase of a search: one of the ways has to be in the name, with all its words. */
export type Sought = SoughtWord[][];

/** The signs of ASCII, as a pattern of PostgreSQL's. */
const signs = '[!-/:-@[-`{-~]';

/**
 * The condition that a name has all that is sought.
 * @param column of names in small letters, with an index of trigrams where there are many
 * @param name what of the column counts
 * @param parameter adds a value to the statement's
 */
export function hasWords(column: string, name: string, all: Sought[], parameter: (value: unknown) => string): string {
  // The first part is what the index answers; the others are no patterns, as PostgreSQL would take them for independent of
  // the first and expect too few rows. Most words stand between spaces; spaced() would take most of the time, and is for
  // names that have signs.
  const hasWord = ({ text, isWhole }: SoughtWord) => {
    const word = parameter(` ${text}${isWhole ? ' ' : ''}`);
    return `${column} like ${parameter(containing(text))}
      and (strpos(' ' || ${name} || ' ', ${word}) > 0 or ${name} ~ '${signs}' and strpos(spaced(${name}), ${word}) > 0)`;
  };
  const hasWay = (words: SoughtWord[]) => `(${words.map(hasWord).join(' and ')})`;
  return all.map((ways) => `(${ways.map(hasWay).join(' or ')})`).join(' and ');
}

/**
 * How a name has each of those sought: 2 begins with it, 1 has it, 0 has it not.
 * @param column of names, as of hasWords
 */
export function placesOf(column: string, all: Sought[], parameter: (value: unknown) => string): string {
  const begins = ({ text, isWhole }: SoughtWord) =>
    `starts_with(${column} || ' ', ${parameter(`${text}${isWhole ? ' ' : ''}`)})`;
  const place = (sought: Sought) =>
    `case when not ${hasWords(column, column, [sought], parameter)} then 0
      when ${sought.flat().map(begins).join(' or ')} then 2 else 1 end`;
  return `array[${all.map(place).join(', ')}]`;
}

/** How many names have what is sought in which places (placesOf). */
export type Combination = { places: number[]; count: number };
