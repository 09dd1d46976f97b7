// Derives server/src/platform/text/confusables.ts from Unicode's table, which ICU's sources have as data/unidata/confusables.txt:
// `node scripts/update-confusables.ts confusables.txt`, for each new version of Unicode.
import { readFile, writeFile } from 'node:fs/promises';

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: node scripts/update-confusables.ts confusables.txt');
const text = await readFile(source, 'utf8');
const version = /^# Version: (\S+)/m.exec(text)?.[1];
const copyright = /^# (©.*)$/m.exec(text)?.[1];

const letters = (codes: string) =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('');
const plain = (value: string) =>
  value
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const sources = new Map<string, string[]>();
for (const [, from = '', to = ''] of text.matchAll(/^([0-9A-F]+) ;\s*([0-9A-F ]+);\s*MA/gm)) {
  const [letter, target] = [letters(from), plain(letters(to))];
  // m is left out: Unicode makes it 'rn', and names are compared with 'rn' read as m. Compatibility characters need no table.
  if (letter === 'm' || plain(letter) === target || !/^[\p{Script=Latin}\d]+$/u.test(target)) continue;
  const others = sources.get(target) ?? [];
  sources.set(target, [...others, letter]);
}

/** Whether a letter can stand in the file as it is: others would turn the line around, combine with a quote or end it. */
const isPlain = (letter: string) =>
  /[\p{L}\p{N}\p{S}]/u.test(letter) &&
  !/[`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter);
const escaped = (letter: string) => (isPlain(letter) ? letter : `\\u{${letter.codePointAt(0)?.toString(16)}}`);
const rows = [...sources]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([target, others]) => `  ['${target}', '${others.map(escaped).join('')}'],\n`);
const file = `// Derived from Unicode ${version}'s confusables.txt by scripts/update-confusables.ts; not edited by hand.
// ${copyright} Used under the license in confusables-license.txt.

/** Latin letters and digits, in small letters, and the characters that look like them (UTS #39). */
export const confusables: [latin: string, others: string][] = [
${rows.join('')}];
`;
await writeFile(new URL('../server/src/platform/text/confusables.ts', import.meta.url), file);
