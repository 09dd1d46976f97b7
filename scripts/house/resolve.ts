import path from 'node:path';
import type { Import, Source } from './source.ts';

/** Where an import leads: a file of this repository, or a package by its name. */
export type Target = { file: string } | { package: string };

/** Leads an import to its target. A file is looked for as it is written: relative imports carry their extension. */
export function resolveImport(from: string, { specifier }: Import): Target {
  const bare = specifier.replace(/[?#].*$/, '');
  if (bare.startsWith('.')) return { file: path.posix.join(path.posix.dirname(from), bare) };
  const contract = /^@lapau\/contract\/(.+)$/.exec(bare)?.[1];
  if (contract) return { file: `contract/src/${contract}.ts` };
  const [first = '', second = ''] = bare.split('/');
  return { package: first.startsWith('@') ? `${first}/${second}` : first };
}

/** The files of the repository that a source imports, with the import. */
export function importedFiles(source: Source): { file: string; by: Import }[] {
  return source.imports.flatMap((by) => {
    const target = resolveImport(source.path, by);
    return 'file' in target ? [{ file: target.file, by }] : [];
  });
}
