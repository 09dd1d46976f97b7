import { backUp } from '../operations/backup.ts';
import { restore, tryRestore } from '../operations/restore.ts';
import { verify, verifyBackup } from '../operations/verify.ts';
import type { Restored } from '../platform/backup/restore.ts';
import type { Written } from '../platform/backup/write.ts';
import type { Fault } from '../platform/consistency.ts';

/** Of a command that has done its work and found what should not be. */
const warningCode = 2;

/** Lines go to standard error, as standard output may be the backup. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

export async function backupCommand(file: string, { keep }: { keep?: number }): Promise<void> {
  const begun = performance.now();
  const backup = await backUp(process.env, file, { keep });
  say(`Backed up ${describe(backup)}${backup.file ? ` to ${backup.file}` : ''} in ${seconds(begun)}.`);
  for (const removed of backup.removed) say(`Removed ${removed}.`);
  warnOfFiles(backup);
}

export async function restoreCommand(file: string, { check }: { check?: boolean }): Promise<void> {
  const begun = performance.now();
  if (check) {
    const tried = await tryRestore(file);
    say(`${tried.name} can be restored: ${describe(tried)}, tried in ${seconds(begun)}.`);
    warnOfFiles(tried);
    warnOfRestored(tried);
    return;
  }
  const restored = await restore(process.env, file);
  say(`Restored ${describe(restored)} in ${seconds(begun)}.`);
  warnOfFiles(restored);
  warnOfRestored(restored);
}

export async function verifyCommand(file?: string): Promise<void> {
  const begun = performance.now();
  if (file !== undefined) {
    const read = await verifyBackup(file);
    say(`${read.name} is whole: ${describe(read)}, read in ${seconds(begun)}.`);
    warnOfFiles(read);
    return;
  }
  const faults = await verify(process.env);
  warnOfFaults(faults);
  if (faults.length === 0) say(`All that was compared agrees, in ${seconds(begun)}.`);
}

function describe({ header, manifest }: Written): string {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const { count, bytes } = manifest.files;
  const files = header.hasFiles ? `, ${count} files (${(bytes / 1e6).toFixed(1)} MB)` : '';
  return `${rows} rows, ${manifest.jobs} waiting jobs${files} of ${header.createdAt}`;
}

const seconds = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

function warnOfFiles({ manifest: { deletedMeanwhile, missing } }: Written): void {
  if (deletedMeanwhile.count > 0)
    say(`${deletedMeanwhile.count} files were deleted while the backup was made, and are not in it.`);
  if (missing.count === 0) return;
  say(
    `${missing.count} files that rows name were not there: ${missing.names.slice(0, 10).join(', ')}${missing.count > 10 ? ' …' : ''}`,
  );
  process.exitCode = warningCode;
}

function warnOfFaults(faults: Fault[]): void {
  for (const { wrong, count, keys } of faults)
    say(`${count} ${wrong}: ${keys.join(', ')}${count > keys.length ? ' …' : ''}`);
  if (faults.length > 0) process.exitCode = warningCode;
}

function warnOfRestored({ leftOut, faults }: Restored): void {
  warnOfFaults(faults);
  if (leftOut.length === 0) return;
  say(`This Lapau does not know, and has left out: ${leftOut.join(', ')}.`);
  process.exitCode = warningCode;
}
