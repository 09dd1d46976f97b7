import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { kilobytes } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { webFolder } from './demo.ts';

type Chunk = { file: string; name?: string; imports?: string[] };

const budget = 40_000;

/** Measures the gzip size of each chunk outside the first load, and of all that the login page, which strangers open first, adds. */
export async function measureChunks(): Promise<Row[]> {
  const manifest = JSON.parse(await readFile(path.join(webFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const first = filesOf(manifest, 'index.html');
  const sizeOf = async (file: string) => (await stat(path.join(webFolder, `${file}.gz`))).size;
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && !first.has(file));
  const sized = await Promise.all(
    scripts.map(async ({ file, name = file }) => ({ what: `chunk ${name}`, bytes: await sizeOf(file) })),
  );
  const login = Object.keys(manifest).find((key) => manifest[key]?.name === 'login') ?? '';
  const loginSizes = await Promise.all([...filesOf(manifest, login)].filter((file) => !first.has(file)).map(sizeOf));
  const rows = [
    { what: 'opening the login page adds', bytes: loginSizes.reduce((sum, size) => sum + size, 0) },
    ...sized.toSorted((one, other) => other.bytes - one.bytes),
  ];
  return rows.map(({ what, bytes }) => ({
    what,
    measured: kilobytes(bytes),
    budget: '<= 40 kB',
    isMet: bytes <= budget,
  }));
}

function filesOf(manifest: Record<string, Chunk>, name: string): Set<string> {
  const seen = new Set([name]);
  for (const key of seen) for (const imported of manifest[key]?.imports ?? []) seen.add(imported);
  return new Set([...seen].flatMap((key) => manifest[key]?.file ?? []));
}
