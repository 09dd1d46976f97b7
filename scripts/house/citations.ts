import type { Problem } from './problem.ts';

/** A file that may cite: code, SQL, styles or a document. */
export type Text = { path: string; text: string };

const product = 'docs/product.md';
const decisions = 'docs/decisions.md';
const historyOfVersions = 'CHANGELOG.md';

/**
 * Every citation leads somewhere: `D17` to a heading of docs/decisions.md, `product.md#feed` to one of docs/product.md. Nothing
 * cites a document that is not in the repository.
 */
export function checkCitations(texts: Text[]): Problem[] {
  const headings = (path: string) =>
    [...(texts.find((text) => text.path === path)?.text.matchAll(/^#+ (.+)$/gm) ?? [])].map(
      ([, heading = '']) => heading,
    );
  const numbers = new Set(headings(decisions).flatMap((heading) => /^D\d+\b/.exec(heading)?.[0] ?? []));
  const anchors: Record<string, Set<string>> = {
    'product.md': new Set(headings(product).map(slug)),
    'decisions.md': new Set(headings(decisions).map(slug)),
  };
  return texts
    .filter(({ path }) => path !== historyOfVersions)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index): Problem[] => {
        const at = (message: string) => ({ path, line: index + 1, message });
        const unknownNumbers = [...line.matchAll(/\bD[1-9]\d{0,2}\b/g)]
          .filter(([number]) => !numbers.has(number))
          .map(([number]) =>
            at(`cites ${number}, which ${decisions} does not have: add the decision or drop the citation`),
          );
        const unknownAnchors = [...line.matchAll(/\b(product\.md|decisions\.md)#([\w-]+)/g)]
          .filter(([, file = '', anchor = '']) => !anchors[file]?.has(anchor))
          .map(([citation]) => at(`cites ${citation}, and there is no such heading`));
        const elsewhere = /\bSPEC\b/.test(line)
          ? [
              at(
                `cites a document that is not in the repository: cite a heading of ${product} or a number of ${decisions}`,
              ),
            ]
          : [];
        return [...unknownNumbers, ...unknownAnchors, ...elsewhere];
      }),
    );
}

/** A heading's anchor as Markdown viewers make it. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
