import type { Absent } from '../platform/backup/archive.ts';
import type { Restored } from '../platform/backup/restore.ts';
import type { Written } from '../platform/backup/write.ts';
import type { Fault } from '../platform/database/consistency.ts';

/** A command ends with this code when it has done its work and found a fault. */
const warningCode = 2;

/** Lines go to standard error, as standard output may be the backup. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

export function describe({ header, manifest }: Written): string {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const { count, bytes } = manifest.files;
  const files = header.hasFiles ? `, ${count} files (${(bytes / 1e6).toFixed(1)} MB)` : '';
  return `${rows} rows, ${manifest.jobs} waiting jobs${files} of ${header.createdAt}`;
}

/** Describes, in a line each, what a restored Lapau sends by itself once it is started. */
export function describeSends({ sends: { sessions, addresses, waiting } }: Restored, isQuiet: boolean): string[] {
  const counts = waiting.map(({ what, count }) => `${count} ${what}`).join(' and ');
  return [
    `People stay signed in on ${sessions} devices.`,
    isQuiet
      ? `Left out: ${addresses} devices that get pushes, ${counts} that wait.`
      : `Once it is started, ${addresses} devices get pushes, and ${counts} that wait are sent.`,
  ];
}

export const seconds = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** @param what says what becomes of the files of a folder that are dated beyond now */
export function sayBeyondNow(files: string[], what: string): void {
  if (files.length === 0) return;
  const names = files.slice(0, 10).join(', ');
  say(
    `${what}, as dated beyond now (${new Date().toISOString()}): ${names}${files.length > 10 ? ` … (${files.length})` : ''}. ` +
      'A clock was ahead when they were made, or this machine’s is behind: look with timedatectl.',
  );
}

export function warnOfFiles({ manifest: { deletedMeanwhile, missing, damaged } }: Written): void {
  if (deletedMeanwhile.count > 0)
    say(`${deletedMeanwhile.count} files were deleted while the backup was made, and are not in it.`);
  warnOfSome('that rows name were not there, or cannot be read', missing);
  if (damaged) warnOfSome('have other bytes than when they were stored, and are in the backup as they are', damaged);
}

function warnOfSome(what: string, { count, names }: Absent): void {
  if (count === 0) return;
  say(`${count} files ${what}: ${names.slice(0, 10).join(', ')}${count > 10 ? ' …' : ''}`);
  process.exitCode = warningCode;
}

export function warnOfFaults(faults: Fault[]): void {
  for (const { wrong, count, keys } of faults)
    say(`${count} ${wrong}: ${keys.join(', ')}${count > keys.length ? ' …' : ''}`);
  if (faults.length > 0) process.exitCode = warningCode;
}

export function warnOfRestored({ leftOut, faults }: Restored): void {
  warnOfFaults(faults);
  if (leftOut.length === 0) return;
  say(`This Lapau does not know, and has left out: ${leftOut.join(', ')}.`);
  process.exitCode = warningCode;
}
