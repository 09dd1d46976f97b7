import type { Respelling } from './queries.ts';

type Term = { words: string[]; score: number };

/** So many beginnings of a term are followed: with more, the possibilities of a long one would be countless. */
const maxBeginnings = 12;
/** How many are tried: each is a search. */
const [maxWhole, maxAlone] = [3, 2];
/** The score of a word that is neither in use nor near one: as part of a longer word it may still find something. */
const unknownWord = 0.1;

/**
 * What a term may have been meant to be: every word and phrase as it is or respelt, the most similar first; then its
 * words and phrases alone, the longest first.
 * @param respellings of its words and phrases; a word that is in use is among its own with similarity 1
 */
export function possibleTerms(words: string[], respellings: Respelling[], maxPhraseWords: number): string[] {
  const byTyped = Map.groupBy(respellings, ({ typed }) => typed);
  /** Terms that stand for the first `n` words, for each `n`. */
  const beginnings: Term[][] = [[{ words: [], score: 1 }]];
  for (let end = 1; end <= words.length; end += 1) {
    const longer: Term[] = [];
    for (let length = 1; length <= Math.min(end, maxPhraseWords); length += 1) {
      const typed = words.slice(end - length, end).join(' ');
      const asTyped = length === 1 ? [{ meant: typed, similarity: unknownWord }] : [];
      for (const { meant, similarity } of [...(byTyped.get(typed) ?? []), ...asTyped]) {
        for (const term of beginnings[end - length] ?? []) {
          longer.push({ words: [...term.words, meant], score: term.score * similarity });
        }
      }
    }
    beginnings.push(longer.toSorted((a, b) => b.score - a.score).slice(0, maxBeginnings));
  }
  const searched = words.join(' ');
  const others = (terms: string[]) => [...new Set(terms)].filter((term) => term !== searched);
  const whole = others((beginnings.at(-1) ?? []).map((term) => term.words.join(' ')));
  const alone = others(
    respellings
      .toSorted((a, b) => b.similarity - a.similarity || b.typed.length - a.typed.length)
      .map(({ meant }) => meant),
  );
  return others([...whole.slice(0, maxWhole), ...alone.slice(0, maxAlone)]);
}
