import { wordsOf } from '../../platform/text/words.ts';
import type { Sought, SoughtWord } from '../../platform/text/words.ts';
import { typingErrors } from './rules-near.ts';
import { isManner } from './rules-telling.ts';

/** Words beyond these are ignored. */
const maxWords = 6;
/** Words that say nothing of a food; they are ignored, unless a search has no other words. */
const fillers = new Set(
  `ada apakah beli bisa buat buka camilan cari cemilan dan dari dekat dengan dgn di enak hari ini jajanan jo jual jualan kadai
  kedai ke kue kueh lamak lapau lezat makan makanan masakan masih mau menu minum minuman murah nan pesan porsi rm rumah saya
  sekarang terdekat tolong untuk utk warung ya yang yg`.split(/\s+/),
);

/** The words that a word or phrase may stand for: those that it is, begins or is spelt like, and else those that are near. */
export type Meanings = { same: string[]; near: string[] };

/** Spellings that people mix: the rows of them, and the single words and the phrases of all rows. */
export type Spellings = { rows: string[][]; words: string[]; phrases: ReadonlySet<string> };

export function sortSpellings(rows: string[][]): Spellings {
  const all = rows.flat();
  return { rows, words: all.filter((spelling) => !isPhrase(spelling)), phrases: new Set(all.filter(isPhrase)) };
}

/** The words of a search. */
export function soughtWords(searchTerm: string): string[] {
  const words = wordsOf(searchTerm);
  const telling = words.filter((word) => !fillers.has(word) && /..|\d/u.test(word));
  return (telling.length > 0 ? telling : words).slice(0, maxWords);
}

/** Splits a search into its words, and, if it has any, also so that phrases that are spelt in several ways count as one. */
export function splitTerm(words: string[], { phrases }: Spellings): string[][] {
  const joined: string[] = [];
  for (const word of words) {
    const phrase = `${joined.at(-1) ?? ''} ${word}`;
    if (phrases.has(phrase)) joined.splice(-1, 1, phrase);
    else joined.push(word);
  }
  return joined.length < words.length ? [words, joined] : [words];
}

/**
 * Finds what a word or phrase of a search may stand for.
 * @param inUse words of dishes and stalls that may be near
 */
export function meaningsOf(typed: string, spellings: Spellings, inUse: string[]): Meanings {
  const rowsWith = (isMeant: (spelling: string) => boolean) => spellings.rows.filter((row) => row.some(isMeant)).flat();
  const isBegun = (spelling: string) => typed.length > 2 && !isPhrase(spelling) && spelling.startsWith(typed);
  const same = unique([typed, ...rowsWith((spelling) => spelling === typed || isBegun(spelling))]);
  // A word that says nothing is not a misspelt one: 'dan' is no 'daun'.
  if (isPhrase(typed) || fillers.has(typed)) return { same, near: [] };
  const near = nearest(typed, [...inUse, ...spellings.words]);
  return { same, near: unique([...near, ...rowsWith((spelling) => near.includes(spelling)), ...halvesOf(typed)]) };
}

/**
 * Finds what to look for, for each way to split a search: all of its words that anything has. It is nothing if these are manners alone
 * and the search names a dish that nothing has.
 * @param inUse the words that are in use or begin one, and whether they are one
 */
export function readingsOf(
  splits: string[][],
  meanings: Map<string, Meanings>,
  inUse: ReadonlyMap<string, boolean>,
): Sought[][] {
  const toSought = (typed: string, phrases: string[]): Sought =>
    phrases.map((phrase) => phrase.split(' ').map((text): SoughtWord => ({ text, isWhole: isWhole(text, typed) })));
  const inUseOf = (sought: Sought) =>
    sought.filter((words) => words.every(({ text, isWhole }) => (isWhole ? inUse.get(text) : inUse.has(text))));
  const waysOf = (typed: string): Sought => {
    const { same, near } = meanings.get(typed) ?? { same: [], near: [] };
    const asTyped = inUseOf(toSought(typed, same));
    return asTyped.length > 0 ? asTyped : inUseOf(toSought(typed, near));
  };
  return splits
    .map((parts) => {
      const ways = parts.map(waysOf);
      const reading = ways.filter((found) => found.length > 0);
      const missesDish = parts.some((typed, at) => ways[at]?.length === 0 && !isManner(toSought(typed, [typed])));
      return missesDish && reading.every(isManner) ? [] : reading;
    })
    .filter((reading) => reading.length > 0);
}

/** The sought words as a name writes them, in the name's order: 'Goreng Pisang' of 'Goreng Pisang Kipas'. */
export function foundIn(name: string, reading: Sought[]): string {
  const words = name.split(/\s+/);
  const indexOf = ({ text, isWhole }: SoughtWord) =>
    words.findIndex((word) => wordsOf(word).some((part) => (isWhole ? part === text : part.startsWith(text))));
  const found = new Set(
    reading.flatMap((ways) => ways.map((way) => way.map(indexOf)).find((way) => !way.includes(-1)) ?? []),
  );
  const shown = words.filter((_, index) => found.has(index));
  return shown.map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).join(' ');
}

/** Splits a word of five letters or more into two that may have been typed without a space: 'tehtalua', 'esteh'. */
const halvesOf = (typed: string): string[] =>
  Array.from(
    { length: typed.length < 5 ? 0 : typed.length - 3 },
    (_, at) => `${typed.slice(0, at + 2)} ${typed.slice(at + 2)}`,
  );

/** Finds those of the words that are nearest to the typed one. */
function nearest(typed: string, words: string[]): string[] {
  let fewest = Infinity;
  let found: string[] = [];
  for (const word of words) {
    const errors = typingErrors(typed, word);
    if (errors < fewest) found = [];
    fewest = Math.min(fewest, errors);
    if (errors === fewest && errors < Infinity) found.push(word);
  }
  return found;
}

/**
 * Whether a word that was typed, or may be meant, counts only as a whole word. The typed word may be half typed, and counts as a
 * beginning unless it says nothing ('dan' is no 'Danguang'). Other short words are hardly beginnings ('mi' is no 'minuman').
 */
const isWhole = (text: string, typed: string): boolean => (text === typed ? fillers.has(text) : text.length < 4);

const isPhrase = (spelling: string): boolean => spelling.includes(' ');

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];
