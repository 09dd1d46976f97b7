import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { error, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

const gigabyte = 1e9;
/** PostgreSQL keeps a gigabyte of its journal, and uploads stay on the disk while they are received. */
const littleBytes = 3 * gigabyte;
const tooLittleBytes = 0.3 * gigabyte;

/** Checks that the data folder exists, that this user alone can write to it, and that its disk has room. */
export async function checkFolder(dataFolder: string): Promise<Finding[]> {
  if (!existsSync(dataFolder)) {
    const mend = 'Set LAPAU_DATA to the folder of this Lapau; the first start makes it.';
    return [warning('data folder', `there is no ${dataFolder}`, mend)];
  }
  return [await checkWriting(dataFolder), ...(await checkModes(dataFolder)), await checkRoom(dataFolder)];
}

async function checkWriting(folder: string): Promise<Finding> {
  const probe = path.join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, 'written by lapau doctor', { flush: true, mode: 0o600 });
    return ok('data folder', `${folder} can be written`);
  } finally {
    await rm(probe, { force: true });
  }
}

/** Lapau makes its files for its user alone, but another program, or a copy made by hand, may have opened them to others. */
async function checkModes(folder: string): Promise<Finding[]> {
  const mail = path.join(folder, 'mail');
  const findings: Finding[] = [];
  if (((await stat(folder)).mode & 0o022) !== 0)
    findings.push(error('data folder', `other users can write to ${folder}`, `chmod go-w ${folder}`));
  if (existsSync(mail) && ((await stat(mail)).mode & 0o077) !== 0)
    findings.push(warning('data folder', `other users can read ${mail}, and use the links there`, `chmod 700 ${mail}`));
  return findings;
}

async function checkRoom(folder: string): Promise<Finding> {
  const database = path.join(folder, 'postgres');
  // The database's folder is a link where PostgreSQL's user cannot reach the data folder.
  const places = existsSync(database) ? [folder, realpathSync(database)] : [folder];
  const rooms = await Promise.all(
    places.map(async (place) => {
      const { bavail, bsize, files, ffree } = await statfs(place);
      return { place, bytes: bavail * bsize, hasFiles: files === 0 || ffree > 10_000 };
    }),
  );
  const least = rooms.reduce((one, other) => (other.bytes < one.bytes ? other : one));
  const text = `${(least.bytes / gigabyte).toFixed(1)} GB are free at ${least.place}`;
  const mend = 'Free some, or move LAPAU_DATA to a larger disk; on a full one writes are refused.';
  if (least.bytes < tooLittleBytes) return error('disk', text, mend);
  if (least.bytes < littleBytes) return warning('disk', text, mend);
  const full = rooms.find(({ hasFiles }) => !hasFiles);
  return full ? warning('disk', `hardly any more files can be made at ${full.place}`, mend) : ok('disk', text);
}
