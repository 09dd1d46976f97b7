import { moveFiles } from '../operations/move-files.ts';
import { moveBack, moveDatabase } from '../operations/move.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { describe, say, seconds, warnOfFaults, warnOfRestored } from './report.ts';

export async function moveCommand({
  toDatabase,
  toFiles,
  back,
}: {
  toDatabase?: string;
  toFiles?: 's3' | 'folder';
  back?: true;
}): Promise<void> {
  if ([toDatabase, toFiles, back].filter((given) => given !== undefined).length !== 1)
    throw new StartRefused(
      'Say what moves, and where to: --to-database URL, --to-database bundled, --to-files s3 or --to-files folder; or --back.',
    );
  const begun = performance.now();
  if (back) {
    const target = await moveBack(process.env);
    say(`This database is used again. What was written to ${target} since it was moved stays there.`);
    say('Do not start Lapau on that one any more: each would remove photos of the other.');
  }
  if (toDatabase !== undefined) {
    const moved = await moveDatabase(process.env, toDatabase);
    say(`Copied ${describe(moved)}, in ${seconds(begun)}.`);
    say(
      toDatabase === 'bundled'
        ? 'Start Lapau without DATABASE_URL from now on.'
        : 'Start Lapau with that DATABASE_URL from now on. LAPAU_DATA/postgres can go once it does.',
    );
    say(
      'The database that it comes from is refused from now on; "lapau move --back", with the settings of before, has it used again.',
    );
    warnOfRestored(moved);
  }
  if (toFiles !== undefined) {
    const { copied, faults } = await moveFiles(process.env, toFiles);
    say(`Copied ${copied} files, in ${seconds(begun)}.`);
    say(
      toFiles === 's3'
        ? 'Start Lapau with these S3_ variables from now on. LAPAU_DATA/files can go once it does.'
        : 'Start Lapau without the S3_ variables from now on. The objects can go once it does.',
    );
    warnOfFaults(faults);
  }
}
