import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

const folder = 'docs/screens';

/** The pictures that README and documents show are in docs/screens, and each one there is shown. */
export function checkPictures(paths: string[], texts: Text[]): Problem[] {
  const pictures = paths.filter((path) => path.startsWith(`${folder}/`));
  const shown = texts
    .filter(({ path }) => /^(README|docs\/[\w-]+)\.md$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/screens\/[\w-]+\.webp/g)].map(({ 0: name, index }) => ({
        path,
        line: text.slice(0, index).split('\n').length,
        picture: `docs/${name}`,
      })),
    );
  const known = new Set(shown.map(({ picture }) => picture));
  return [
    ...shown
      .filter(({ picture }) => !pictures.includes(picture))
      .map(({ path, line, picture }) => ({
        path,
        line,
        message: `shows ${picture}, which is not there: "npm run screens -- --docs" makes it from a screen of that name`,
      })),
    ...pictures
      .filter((path) => !known.has(path))
      .map((path) => ({ path, message: 'is shown by no document: delete it, or show it' })),
  ];
}
