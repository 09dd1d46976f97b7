import { randomBytes } from 'node:crypto';
import { readlinkSync, statSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ownName } from '../platform/account-name.ts';
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

/** @throws StartRefused with a sentence in place of the system's error, naming the user who meets it */
const refuse =
  (text: string, advice: string) =>
  (error: unknown): never => {
    const [reason] = String(error instanceof Error ? error.message : error).split(', ');
    throw new StartRefused(`${text} by ${ownName()}: ${reason}.\n${advice}`, { cause: error });
  };

/** The shell opens files as whoever calls the command. */
const advice = {
  read: (file: string) => `Let the shell open it, and give "-" as the file: - < ${file}`,
  write: (file: string) => `Give another place, or let the shell make the file: lapau backup - > ${file}`,
};

/** @throws StartRefused when the path cannot be followed, or leads to a device */
export function isFolder(name: string, purpose: keyof typeof advice): boolean {
  const file = path.resolve(name);
  let stats;
  try {
    stats = statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return refuse(`${file} cannot be reached`, advice[purpose](file))(error);
  }
  if (stats?.isCharacterDevice() || stats?.isBlockDevice())
    throw new StartRefused(`${file} is a device.\n${advice[purpose](file)}`);
  return stats?.isDirectory() === true;
}

/**
 * Writes a file under another name and gives it its own when all of it is on the disk: under its own name it is whole, or what
 * was there before.
 */
export async function writeWhole<Result>(file: string, use: (write: Sink) => Promise<Result>): Promise<Result> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await openNew(unfinished, file);
  try {
    await syncFolder(path.dirname(file));
    const result = await use((bytes) => handle.writeFile(bytes));
    await handle.sync();
    await handle.close();
    await rename(unfinished, file).catch(refuse(`${file} cannot be replaced`, advice.write(file)));
    await syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

const openNew = (unfinished: string, file: string) =>
  open(unfinished, 'wx', 0o600).catch(refuse(`No file can be made in ${path.dirname(file)}`, advice.write(file)));

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder).catch(
    refuse(`${folder} cannot be read`, 'A backup is written through to its folder.'),
  );
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

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(
    refuse(`The folder ${folder} cannot be read`, 'Give a folder that this user can read, or a file.'),
  );

/** The backups of a folder, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => backupName.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/**
 * Removes all but the newest, and what killed backups have left; another one may remove them at the same time.
 * @returns what was removed
 */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(0, -keep);
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    const stats = unfinishedName.test(name) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (stats && stats.mtimeMs < Date.now() - unfinishedMs) old.push(file);
  }
  for (const file of old)
    await rm(file, { force: true }).catch(refuse(`${file} cannot be removed`, 'The new backup is whole.'));
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
  if (isStandard(from)) return use(standardInput(), nameOfInput());
  const name = isFolder(from, 'read') ? (await listBackups(from)).at(-1) : from;
  if (name === undefined) throw new StartRefused(`There is no backup in ${from}.`);
  await using handle = await open(name).catch(refuse(`${name} cannot be read`, advice.read(path.resolve(name))));
  return await use(handle.createReadStream({ highWaterMark: readAtOnce, autoClose: false }), name);
}

function standardInput(): AsyncIterable<Uint8Array> {
  if (process.stdin.isTTY) throw new StartRefused('A backup does not come from a terminal. Give it: - < FILE');
  return process.stdin;
}

/** The file that the shell has opened, where Linux tells its name. */
function nameOfInput(): string {
  try {
    const name = readlinkSync('/proc/self/fd/0');
    if (path.isAbsolute(name) && !name.startsWith('/dev/')) return name;
  } catch {
    // another system
  }
  return 'standard input';
}
