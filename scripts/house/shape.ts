import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

const hardLimit = 400;
const softLimit = 250;
const shareUnderSoftLimit = 0.9;

/** A file that only passes on what others export hides where things are. */
export function checkBarrels(sources: Source[]): Problem[] {
  return sources
    .filter((source) => source.isBarrel)
    .map(({ path }) => ({ path, message: 'no barrels: delete it and import from the files that declare the names' }));
}

/** No file has more than 400 lines, and nine of ten have fewer than 250. */
export function checkSizes(sources: Source[]): Problem[] {
  const counted = sources.toSorted((one, other) => other.lines - one.lines);
  const tooLong = counted
    .filter(({ lines }) => lines > hardLimit)
    .map(({ path, lines }) => ({
      path,
      message: `${lines} lines, at most ${hardLimit}: split it by what it is about`,
    }));
  const long = counted.filter(({ lines }) => lines >= softLimit);
  if (counted.length - long.length >= counted.length * shareUnderSoftLimit) return tooLong;
  const list = long.map(({ path, lines }) => `${path} (${lines})`).join(', ');
  const message = `${long.length} of ${counted.length} files have ${softLimit} lines or more, at most one in ten may: split some of ${list}`;
  return [...tooLong, { path: '.', message }];
}

/** A text that may change stands in an element of its own, as a browser may translate the page (D139). */
export const checkLooseTexts = (sources: Source[]): Problem[] =>
  sources.flatMap(({ path, looseTexts }) =>
    locate(path)?.isTest
      ? []
      : looseTexts.map(({ line, what }) => ({
          path,
          line,
          message: `'${what.replaceAll(/\s+/g, ' ').slice(0, 40)}' is lost when the page is translated and it, or what is beside it, changes: give each of them an element of its own, or make them one text`,
        })),
  );
