import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { kilobytes } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { webFolder } from './demo.ts';

type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] };

const budget = 40_000;

/** What each screen adds to the first load, in gzip bytes: its own files and those it shares with other screens. */
export async function measureChunks(): Promise<Row[]> {
  const manifest = JSON.parse(await readFile(path.join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const first = new Set(entries.flatMap((name) => filesOf(manifest, name)));
  const screens = Object.keys(manifest).filter(
    (name) => name.endsWith('-screen.tsx') && manifest[name]?.isDynamicEntry,
  );
  const sized = await Promise.all(
    screens.map(async (name) => {
      const files = filesOf(manifest, name).filter((file) => !first.has(file));
      const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(webFolder, `${file}.gz`))).size));
      return { name: path.basename(name, '.tsx'), bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
  return sized
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ name, bytes }) => ({
      what: `opening ${name} adds`,
      measured: kilobytes(bytes),
      budget: '<= 40 kB',
      isMet: bytes <= budget,
    }));
}

function filesOf(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return [];
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return [...seen];
}
