import type { Platform } from '../platform.ts';
import { removeUnnamed } from './removal.ts';
import { sweepFiles } from './sweep.ts';

/** Works on the jobs of files: those that a rule asks for (D20) and the nightly sweep (D48). */
export async function startFileJobs(platform: Platform): Promise<void> {
  await platform.jobs.work('remove_files', ({ bucket, paths }) => removeUnnamed(platform, bucket, paths));
  await platform.jobs.work('sweep_files', () => sweepFiles(platform));
  await platform.jobs.schedule('sweep_files', '20 3 * * *');
}
