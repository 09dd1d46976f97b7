import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { inPieces } from '../../testing/backups.ts';
import { openArchive, startArchive } from './archive.ts';
import type { Manifest } from './archive.ts';

const run = promisify(execFile);
const header = {
  format: 1 as const,
  lapau: '1.2.3',
  createdAt: '2026-11-25T03:00:00.000Z',
  postgres: '18.0',
  migrations: ['0001_first'],
  tables: [],
  hasFiles: true,
};
const none = { count: 0, names: [] };
const manifest: Manifest = {
  rows: {},
  jobs: 0,
  sequences: [],
  files: { count: 3, bytes: 0 },
  deletedMeanwhile: none,
  missing: none,
};
const longName = `files/posts/${'a'.repeat(120)}/${'b'.repeat(120)}.webp`;
const entries = [
  { name: 'files/posts/owner/photo.webp', bytes: Buffer.from('a photo') },
  { name: longName, bytes: Buffer.alloc(1_024, 7) },
  { name: 'files/posts/owner/empty.webp', bytes: Buffer.alloc(0) },
];

async function write(all = entries): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const archive = await startArchive(async (bytes) => void pieces.push(bytes), header);
  for (const { name, bytes } of all) await archive.add(name, bytes);
  await archive.finish(manifest);
  return Buffer.concat(pieces);
}

async function read(bytes: Buffer, pieceLength?: number) {
  const archive = await openArchive(inPieces(bytes, pieceLength));
  const read = await Array.fromAsync(archive.entries);
  return { header: archive.header, entries: read, manifest: archive.manifest() };
}

test('what was written is read, however it arrives', async () => {
  const bytes = await write();
  for (const length of [1, 511, 512, 1_000_000])
    expect(await read(bytes, length)).toEqual({ header, entries, manifest });
});

test('tar and sha256sum read it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'backup.tar'), await write());
  const { stdout } = await run('tar', ['tf', 'backup.tar'], { cwd: folder });
  expect(stdout.trim().split('\n')).toEqual([
    'lapau-backup.json',
    ...entries.map(({ name }) => name),
    'manifest.json',
    'checksums/000001.sha256',
  ]);
  await run('tar', ['xf', 'backup.tar'], { cwd: folder });
  for (const { name, bytes } of entries) expect(await readFile(path.join(folder, name))).toEqual(bytes);
  await run('sha256sum', ['--check', '--strict', 'checksums/000001.sha256'], { cwd: folder });
});

test('a backup that was cut off anywhere is refused', async () => {
  const bytes = await write();
  for (let length = 0; length < bytes.length - 512; length += 512)
    for (const cut of [length, length + 1])
      await expect(read(bytes.subarray(0, cut)), `${cut} bytes`).rejects.toThrow(
        /^(The backup is damaged|This is not a backup)/,
      );
});

test('any changed byte of a file, a name, the manifest or a checksum is found', async () => {
  const bytes = await write();
  const changed = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return read(copy).then(
      () => 'read',
      (error: unknown) => String(error),
    );
  };
  for (const what of [
    'a photo',
    'owner/photo',
    'bbbb',
    '\u0007\u0007',
    '"jobs"',
    '"rows"',
    '  manifest.json',
    '  files/posts/owner',
    'ustar',
  ])
    expect(await changed(bytes.lastIndexOf(what)), what).toMatch(
      /^StartRefused: (The backup is damaged|This backup was)/,
    );
});

test('checksums are written every thousand entries, so that none are kept for long', async () => {
  const many = Array.from({ length: 2_500 }, (_, number) => ({
    name: `files/posts/a/${number}.webp`,
    bytes: Buffer.from(`${number}`),
  }));
  const bytes = await write(many);
  expect((await read(bytes)).entries).toEqual(many);
  expect(bytes.includes('checksums/000003.sha256')).toBe(true);
});

test('another file is no backup', async () => {
  for (const other of ['', 'hello', 'x'.repeat(5_000)])
    await expect(read(Buffer.from(other))).rejects.toThrow('This is not a backup of Lapau');
});
