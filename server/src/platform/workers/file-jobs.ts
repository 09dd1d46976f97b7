import { deletePastAttempts } from '../files/attempts.ts';
import { fillChecksums, sumFiles } from '../files/fill-checksums.ts';
import { fileRemoval, removeUnreferencedFiles } from '../files/removal.ts';
import { sweepFiles } from '../files/sweep.ts';
import type { Retention } from '../transactions/retention.ts';
import type { NightlyTask } from './nightly.ts';
import { workOn } from './worker.ts';
import type { Worker } from './worker.ts';

/** The workers of jobs about files. Removal leaves files that still have a reference. */
export const fileWorkers: Worker[] = [
  workOn(fileRemoval, (platform, { bucket, paths }) => removeUnreferencedFiles(platform, bucket, paths)),
  workOn(sumFiles, fillChecksums),
];

/** Queues the job that fills missing checksums every night (D101); it is a job of its own, as many files may take longer than a night. */
export const checksumFill: NightlyTask = {
  name: 'checksums of files',
  run: ({ jobs }) => jobs.enqueueNow(sumFiles, { bucket: 'avatars', after: '' }),
};

/** Removes unreferenced files and the remains of interrupted uploads every night. */
export const fileSweep: NightlyTask = { name: 'file sweep', run: (platform) => sweepFiles(platform) };

export const filesRetention: Retention[] = [
  { table: 'upload_attempts', deleteExpired: ({ db }, limit) => deletePastAttempts(db, limit) },
];
