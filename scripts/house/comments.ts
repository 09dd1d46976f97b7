import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

/** A comment's first words, in code and SQL; a line that goes on with the comment above it does not count. */
const beginnings =
  /(?<!^[ \t]*(?:\/\/|--)[^\n]*\n)^[ \t]*(?:\/\/|--) (Of|The same|Those)\b|\/\*\*(?:\s*\*)? (Of|The same|Those)\b/gm;

/** A comment names what it speaks of: it does not begin as the rest of a sentence that the reader has to find. */
export const checkComments = (texts: Text[]): Problem[] =>
  texts
    .filter(({ path }) => /\.tsx?$|^server\/src\/migrations\/repeatable\/.*\.sql$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(beginnings)].map(({ 0: found, 1: line, 2: block, index }): Problem => ({
        path,
        line: text.slice(0, index + found.length).split('\n').length,
        message: `has a comment that begins with "${line ?? block}": write a sentence that names what it speaks of`,
      })),
    );
