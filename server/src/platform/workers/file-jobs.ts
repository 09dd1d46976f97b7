import { deletePastAttempts } from '../files/attempts.ts';
import { fillChecksums, sumFiles } from '../files/fill-checksums.ts';
import { fileRemoval, removeUnreferencedFiles } from '../files/removal.ts';
import { sweepFiles } from '../files/sweep.ts';
import type { Retention } from '../transactions/retention.ts';
import type { NightlyTask } from './nightly.ts';
import { workOn } from './worker.ts';
import type { Worker } from './worker.ts';

/** Files that still have a reference stay. */
export const fileWorkers: Worker[] = [
  workOn(fileRemoval, (platform, { bucket, paths }) => removeUnreferencedFiles(platform, bucket, paths)),
  workOn(sumFiles, fillChecksums),
];

/** Begins with what has no checksums every night (D101); a run of its own, as the files of a province take longer than a night. */
export const checksumFill: NightlyTask = {
  name: 'checksums of files',
  run: ({ jobs }) => jobs.enqueueNow(sumFiles, { bucket: 'avatars', after: '' }),
};

/** Removes unreferenced files and the remains of interrupted uploads every night. */
export const fileSweep: NightlyTask = { name: 'file sweep', run: (platform) => sweepFiles(platform) };

export const filesRetention: Retention[] = [
  { table: 'upload_attempts', deleteExpired: ({ db }, limit) => deletePastAttempts(db, limit) },
];
