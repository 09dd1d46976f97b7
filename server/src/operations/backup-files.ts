import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Sink } from '../platform/backup/archive.ts';
import { StartRefused } from '../platform/start-refused.ts';

/** As backups in a folder are called; they sort by their time. */
const backupName = /^lapau-\d{8}T\d{6}Z\.tar$/;
const unfinishedName = /^lapau-\d{8}T\d{6}Z\.tar\.[0-9a-f]{12}\.part$/;
/** What a killed backup has left is removed after so long: another one may still be writing it. */
const unfinishedMs = 24 * 60 * 60 * 1000;
const readAtOnce = 1 << 20;

/** `-` is standard output or input. */
export const isStandard = (file: string): boolean => file === '-';

export const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Writes a file under another name and gives it its own when all of it is on the disk: under its own name it is whole, or what
 * was there before.
 */
export async function writeWhole<Result>(file: string, use: (write: Sink) => Promise<Result>): Promise<Result> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await openNew(unfinished);
  try {
    const result = await use((bytes) => handle.writeFile(bytes));
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    await syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

const openNew = (file: string) =>
  open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new StartRefused(`No file can be made in ${path.dirname(file)}: ${String(error)}.`, { cause: error });
  });

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Writes to standard output. @throws StartRefused when it is a terminal */
export function standardSink(): Sink {
  const { stdout } = process;
  if (stdout.isTTY) throw new StartRefused('A backup is not for a terminal. Send it on: lapau backup - > FILE');
  return (bytes) =>
    new Promise((resolve, reject) => {
      stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
}

/** Where the backup of a moment goes in a folder. @param createdAt ISO 8601 */
export const nameIn = (folder: string, createdAt: Date): string =>
  path.join(folder, `lapau-${createdAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`);

/** The backups of a folder, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => backupName.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Removes all but the newest, and what killed backups have left. @returns what was removed */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(0, -keep);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (unfinishedName.test(name) && (await stat(file)).mtimeMs < Date.now() - unfinishedMs) old.push(file);
  }
  for (const file of old) await rm(file);
  return old;
}

/**
 * Reads a file, standard input (`-`), or the newest backup of a folder.
 * @throws StartRefused when there is none
 */
export async function readSource<Result>(
  from: string,
  use: (source: AsyncIterable<Uint8Array>, name: string) => Promise<Result>,
): Promise<Result> {
  if (isStandard(from)) return use(process.stdin, 'standard input');
  const name = isFolder(from) ? (await listBackups(from)).at(-1) : from;
  if (name === undefined) throw new StartRefused(`There is no backup in ${from}.`);
  await using handle = await open(name).catch((error: unknown) => {
    throw new StartRefused(`${name} cannot be read: ${String(error)}.`, { cause: error });
  });
  return await use(handle.createReadStream({ highWaterMark: readAtOnce, autoClose: false }), name);
}
