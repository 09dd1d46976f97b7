import { backUp, hasLostAll } from '../operations/backup.ts';
import { restore, tryRestore } from '../operations/restore.ts';
import { verify, verifyBackup } from '../operations/verify.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import {
  describe,
  describeSends,
  say,
  sayBeyondNow,
  seconds,
  warnOfFaults,
  warnOfFiles,
  warnOfRestored,
} from './report.ts';

export async function backupCommand(file: string, { keep }: { keep?: number }): Promise<void> {
  const begun = performance.now();
  const backup = await backUp(process.env, file, { keep });
  say(`Backed up ${describe(backup)}${backup.file ? ` to ${backup.file}` : ''} in ${seconds(begun)}.`);
  for (const removed of backup.removed) say(`Removed ${removed}.`);
  sayBeyondNow(backup.beyondNow, 'Neither counted nor removed');
  if (keep !== undefined && hasLostAll(backup)) say('None of the photos is in it: the older backups all stay.');
  warnOfFiles(backup);
}

export async function restoreCommand(
  file: string,
  { check, into, quiet }: { check?: boolean; into?: string; quiet?: boolean },
): Promise<void> {
  const begun = performance.now();
  if (check && (into !== undefined || quiet))
    throw new StartRefused(
      '--check restores into a database of its own and removes it: it goes without --into and --quiet.',
    );
  if (check) {
    const tried = await tryRestore(file);
    sayBeyondNow(tried.beyondNow, 'Passed over');
    say(`${tried.name} can be restored: ${describe(tried)}, tried in ${seconds(begun)}.`);
    warnOfFiles(tried);
    warnOfRestored(tried);
    return;
  }
  const restored = await restore(process.env, file, { into, isQuiet: quiet });
  sayBeyondNow(restored.beyondNow, 'Passed over');
  say(`Restored ${describe(restored)} in ${seconds(begun)}.`);
  for (const line of describeSends(restored, quiet === true)) say(line);
  warnOfFiles(restored);
  warnOfRestored(restored);
}

export async function verifyCommand(file?: string): Promise<void> {
  const begun = performance.now();
  if (file !== undefined) {
    const read = await verifyBackup(file);
    sayBeyondNow(read.beyondNow, 'Passed over');
    say(`${read.name} is whole: ${describe(read)}, read in ${seconds(begun)}.`);
    warnOfFiles(read);
    return;
  }
  const { faults, withoutChecksum } = await verify(process.env);
  warnOfFaults(faults);
  if (withoutChecksum > 0)
    say(`${withoutChecksum} files have no checksum yet, and were compared by their size: Lapau reads them at night.`);
  if (faults.length === 0) say(`All that was compared agrees, in ${seconds(begun)}.`);
}
