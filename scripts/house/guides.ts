import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

/** Matches labels in bold; `**Profil → Postingan Tersimpan**` holds two labels. */
const bold = /\*\*([^*]+)\*\*/g;
const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ');
/** Whether a text has these words as whole words: 'Aktif' is not found in 'Aktifkan'. */
const hasWords = (text: string, words: string) =>
  new RegExp(String.raw`(?<!\p{L})${RegExp.escape(words)}(?!\p{L})`, 'u').test(text);

/** Words in bold in the guides for villagers are labels: the web's or the contract's sources have them letter for letter. */
export function checkGuides(texts: Text[]): Problem[] {
  const sources = texts.filter(({ path }) => /^(web|contract)\/src\/.*(?<!\.test)\.tsx?$/.test(path));
  const screens = oneSpace(sources.map(({ text }) => text).join('\n'));
  return texts
    .filter(({ path }) => /^docs\/panduan-.*\.md$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(bold)].flatMap(({ 1: labels = '', index }): Problem[] =>
        labels
          .split('→')
          .map((label) => oneSpace(label).trim())
          .filter((label) => !hasWords(screens, label))
          .map((label) => ({
            path,
            line: text.slice(0, index).split('\n').length,
            message: `names the label "${label}", which no screen has: write it as web/src or contract/src does`,
          })),
      ),
    );
}
