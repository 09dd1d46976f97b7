/** In how many letters a word of so many letters may differ; another short word is often only one letter away (sapi, sari). */
const maxDistance = (length: number): number => (length < 3 ? 0 : length < 8 ? 1 : 2);

/**
 * Counts the typing errors if `word` was meant: a letter too many, missing or wrong, or two swapped; Infinity if it was hardly meant.
 * The first letter is seldom wrong, and another one makes another food (soto, koto). In a word of four letters a wrong letter does the
 * same, and three typed letters may only lack one inside (itm).
 */
export function typingErrors(typed: string, word: string): number {
  const max = maxDistance(typed.length);
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > max) return Infinity;
  if (typed.length === 3 && !(word.length === 4 && word.at(-1) === typed.at(-1))) return Infinity;
  const distance = editDistance(typed, word);
  if (typed.length === 4 && word.length === 4 && !isSwapped(typed, word)) return Infinity;
  return distance <= max ? distance : Infinity;
}

const isSwapped = (one: string, other: string): boolean =>
  Array.from(one).toSorted().join('') === Array.from(other).toSorted().join('');

/** Counts the insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return at(last, to.length);
}

const at = (row: number[], column: number): number => row[column] ?? Infinity;
