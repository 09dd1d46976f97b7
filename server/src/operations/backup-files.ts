import { randomBytes } from 'node:crypto';
import { existsSync, readlinkSync, statSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@lapau/embedded-postgres/sync-folder';
import type { Sink } from '../platform/backup/archive.ts';
import { isBeyondNow } from '../platform/clock/clock.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { ownName } from '../platform/text/account-name.ts';

/** The names of backups in a folder. */
const backupName = /^lapau-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const unfinishedName = /^lapau-\d{8}T\d{6}Z\.tar\.[0-9a-f]{12}\.part$/;
/**
 * Unfinished files are removed when they are this much older than a new backup: a younger one may still be written, also while the
 * clock jumps.
 */
const unfinishedMs = 24 * 60 * 60 * 1000;
const readAtOnce = 1 << 20;

/** `-` is standard output or input. */
export const isStandard = (file: string): boolean => file === '-';

/** @throws StartRefused with a sentence in place of the system's error, which names the user of this process */
const refuse =
  (text: string, advice: string) =>
  (error: unknown): never => {
    const [reason] = String(error instanceof Error ? error.message : error).split(', ');
    throw new StartRefused(`${text} by ${ownName()}: ${reason}.\n${advice}`, { cause: error });
  };

/** The shell opens files with the rights of the person who calls the command. */
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
 * Writes a file under another name and renames it when all of it is on the disk: under its own name there is only ever the whole file,
 * or the one before.
 */
export async function writeWhole<Result>(file: string, use: (write: Sink) => Promise<Result>): Promise<Result> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await openNew(unfinished, file);
  try {
    await flushFolderOf(file);
    const result = await use((bytes) => handle.writeFile(bytes));
    await handle.sync().catch(refuse(`${file} cannot be written to the disk`, advice.write(file)));
    await handle.close();
    await rename(unfinished, file).catch(refuse(`${file} cannot be replaced`, advice.write(file)));
    await flushFolderOf(file);
    return result;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

const openNew = (unfinished: string, file: string) =>
  open(unfinished, 'wx', 0o600).catch(refuse(`No file can be made in ${path.dirname(file)}`, advice.write(file)));

async function flushFolderOf(file: string): Promise<void> {
  const folder = path.dirname(file);
  await syncFolder(folder).catch((error: unknown) =>
    refuse(
      `${folder} cannot be ${(error as NodeJS.ErrnoException).syscall === 'open' ? 'read' : 'written to the disk'}`,
      'A backup is written through to its folder.',
    )(error),
  );
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

/**
 * Names the file for the backup of a moment. It never replaces a backup that was given the same time by a clock which was set back
 * since.
 */
export function nameIn(folder: string, createdAt: Date): string {
  for (let time = createdAt.getTime(); ; time += 1_000) {
    const file = path.join(folder, `lapau-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`);
    if (!existsSync(file)) return file;
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(
    refuse(`The folder ${folder} cannot be read`, 'Give a folder that this user can read, or a file.'),
  );

export type Listed = {
  /** The oldest first. */
  files: string[];
  /** Names of backups that lie beyond now: a clock was ahead when they were made, or has been set back since (D110). */
  beyondNow: string[];
};

/**
 * Lists the backups of a folder by the times in their names: a copied file has another time, and the same name. Backups dated beyond
 * now are listed apart, as nobody knows which of them is newer.
 */
async function listBackups(folder: string): Promise<Listed> {
  const now = new Date();
  const listed: Listed = { files: [], beyondNow: [] };
  for (const name of (await namesIn(folder)).toSorted()) {
    const madeAt = timeIn(name);
    if (madeAt) (isBeyondNow(madeAt, now) ? listed.beyondNow : listed.files).push(path.join(folder, name));
  }
  return listed;
}

/** @returns undefined when the file is no backup, as its name has no time or an impossible one */
function timeIn(name: string): Date | undefined {
  if (!backupName.test(name)) return undefined;
  const time = new Date(name.replace(backupName, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/**
 * Removes all but the newest backups, and what killed ones have left; another process may do so at the same time. Files dated beyond
 * now are neither counted nor removed.
 * @param made the backup that was just made: it stays, whatever time the clock gave it, and is one of the kept
 */
export async function removeOld(
  folder: string,
  keep: number,
  made: string,
): Promise<{ removed: string[]; beyondNow: string[] }> {
  const { files, beyondNow } = await listBackups(folder);
  const begunAt = timeIn(path.basename(made)) ?? new Date(0);
  const abandonedBefore = Math.min(begunAt.getTime(), Date.now()) - unfinishedMs;
  const isOther = (file: string) => path.basename(file) !== path.basename(made);
  const others = files.filter(isOther);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    const stats = unfinishedName.test(name) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (!stats) continue;
    if (stats.mtimeMs < abandonedBefore) old.push(file);
    else if (isBeyondNow(stats.mtime, new Date())) beyondNow.push(file);
  }
  for (const file of old)
    await rm(file, { force: true }).catch(refuse(`${file} cannot be removed`, 'The new backup is whole.'));
  return { removed: old, beyondNow: beyondNow.filter(isOther) };
}

/** The file that was read, and the backups of its folder that were passed over because they are dated beyond now. */
export type Source = { name: string; beyondNow: string[] };

/**
 * Reads a file, standard input (`-`), or the newest backup of a folder that is not dated beyond now.
 * @throws StartRefused when there is none
 */
export async function readSource<Result>(
  from: string,
  use: (source: AsyncIterable<Uint8Array>, found: Source) => Promise<Result>,
): Promise<Result> {
  if (isStandard(from)) return use(standardInput(), { name: nameOfInput(), beyondNow: [] });
  const { name, beyondNow } = isFolder(from, 'read') ? await findNewest(from) : { name: from, beyondNow: [] };
  await using handle = await open(name).catch(refuse(`${name} cannot be read`, advice.read(path.resolve(name))));
  return await use(handle.createReadStream({ highWaterMark: readAtOnce, autoClose: false }), { name, beyondNow });
}

async function findNewest(folder: string): Promise<Source> {
  const { files, beyondNow } = await listBackups(folder);
  const name = files.at(-1);
  if (name !== undefined) return { name, beyondNow };
  const [one] = beyondNow;
  if (one === undefined) throw new StartRefused(`There is no backup in ${folder}.`);
  throw new StartRefused(
    `All backups in ${folder} are dated beyond now, ${new Date().toISOString()}: which is the newest cannot be told.\n` +
      `Set this machine’s clock (timedatectl), or name the file, such as ${one}.`,
  );
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
    // Only Linux has this path.
  }
  return 'standard input';
}
