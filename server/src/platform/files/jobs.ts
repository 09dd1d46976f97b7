import type { NightlyTask } from '../nightly.ts';
import type { Platform } from '../platform.ts';
import type { Retention } from '../retention.ts';
import { deletePastAttempts } from './attempts.ts';
import { removeUnnamed } from './removal.ts';
import { sweepFiles } from './sweep.ts';

/** Removes the files that a rule has asked to be removed (D20). */
export const startFileJobs = (platform: Platform): Promise<void> =>
  platform.jobs.work('remove_files', ({ bucket, paths }) => removeUnnamed(platform, bucket, paths));

/** Files that no row names, and what a killed process has left of an upload, go every night (D48). */
export const fileSweep = (platform: Platform): NightlyTask => ({ name: 'file sweep', run: () => sweepFiles(platform) });

export const filesRetention: Retention[] = [
  { table: 'upload_attempts', deleteExpired: ({ db }, limit) => deletePastAttempts(db, limit) },
];
