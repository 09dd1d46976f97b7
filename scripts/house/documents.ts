import path from 'node:path';
import type { Text } from './citations.ts';
import { slug } from './citations.ts';
import type { Problem } from './problem.ts';

const link = /\]\(([^)\s]+)\)/g;
const code = /`([^`\n]+)`/g;
/** The line with which git begins the two versions of a conflict. */
const conflict = /^<{7} /gm;
/** A name of a file or folder as it is written in documents: without placeholders, options or spaces. */
const name = /^[\w.@-]+(\/[\w.@-]+)*\/?$/;
const isSource = /\.(tsx?|cjs|sh|sql|css|cfg|ya?ml|service|timer|md)$/;

/**
 * Links in documents lead to a file of the repository, and to a heading that it has. Paths in backquotes exist, whole or from any folder
 * on, if they begin with a folder of the repository or end as a source does. No conflict of a merge is left.
 */
export function checkDocuments(paths: string[], texts: Text[]): Problem[] {
  const folders = new Set(paths.flatMap((file) => (file.includes('/') ? [file.split('/', 1)[0]] : [])));
  const headings = new Map(
    texts.map(({ path: file, text }) => [
      file,
      [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title)),
    ]),
  );
  const exists = (written: string) =>
    paths.some(
      (file) =>
        file === written || `/${file}`.includes(`/${written.replace(/\/?$/, '/')}`) || file.endsWith(`/${written}`),
    );
  const namesNothing = (written: string) =>
    name.test(written) &&
    (isSource.test(written) || (written.includes('/') && folders.has(written.split('/', 1)[0]))) &&
    !exists(written);
  const leadsNowhere = (file: string, target: string) => {
    if (/^(https?|mailto):/.test(target)) return false;
    const [to = '', anchor] = target.split('#');
    const found = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
    const isThere = paths.some((one) => one === found || one.startsWith(found.replace(/\/?$/, '/')));
    return !isThere || (anchor !== undefined && headings.get(found)?.includes(anchor) !== true);
  };
  return texts
    .filter(({ path: file }) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .flatMap(({ path: file, text }) => {
      const at = (index: number, message: string) => ({
        path: file,
        line: text.slice(0, index).split('\n').length,
        message,
      });
      return [
        ...[...text.matchAll(link)]
          .filter(([, target = '']) => leadsNowhere(file, target))
          .map(({ 1: target, index }) => at(index, `links to ${target}, which is not there: correct the link`)),
        ...[...text.matchAll(code)]
          .filter(([, written = '']) => namesNothing(written))
          .map(({ 1: written, index }) => at(index, `names ${written}, which is not there: write where it is now`)),
        ...[...text.matchAll(conflict)].map(({ index }) => at(index, 'has both versions of a conflict: keep one')),
      ];
    });
}
