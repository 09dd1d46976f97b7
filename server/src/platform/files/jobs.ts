import type { NightlyTask } from '../nightly.ts';
import type { Platform } from '../platform.ts';
import type { Retention } from '../retention.ts';
import { deletePastAttempts } from './attempts.ts';
import { removeUnreferencedFiles } from './removal.ts';
import { sweepFiles } from './sweep.ts';

/** Works on the job `remove_files`: files that still have a reference stay (D20). */
export const startFileJobs = (platform: Platform): Promise<void> =>
  platform.jobs.work('remove_files', ({ bucket, paths }) => removeUnreferencedFiles(platform, bucket, paths));

/** Removes unreferenced files and the remains of interrupted uploads every night (D48). */
export const fileSweep = (platform: Platform): NightlyTask => ({ name: 'file sweep', run: () => sweepFiles(platform) });

export const filesRetention: Retention[] = [
  { table: 'upload_attempts', deleteExpired: ({ db }, limit) => deletePastAttempts(db, limit) },
];
