import type { NightlyTask } from '../nightly.ts';
import type { Retention } from '../retention.ts';
import { workOn } from '../worker.ts';
import type { Worker } from '../worker.ts';
import { deletePastAttempts } from './attempts.ts';
import { fillChecksums, sumFiles } from './fill-checksums.ts';
import { removeFiles, removeUnreferencedFiles } from './removal.ts';
import { sweepFiles } from './sweep.ts';

/** Files that still have a reference stay. */
export const fileWorkers: Worker[] = [
  workOn(removeFiles, (platform, { bucket, paths }) => removeUnreferencedFiles(platform, bucket, paths)),
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
