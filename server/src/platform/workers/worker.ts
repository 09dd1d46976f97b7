import type { Job } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';

/** A kind of job with its handler. app.ts hands in those of all features. */
export type Worker = { job: Job<object>; start: (platform: Platform) => Promise<void> };

export async function startWorkers(platform: Platform, workers: Worker[]): Promise<void> {
  for (const { start } of workers) await start(platform);
}

/**
 * @param run may run twice for one job
 * @param atOnce how many jobs run at a time, of each lane only one
 */
export const workOn = <Data extends object>(
  job: Job<Data>,
  run: (platform: Platform, data: NoInfer<Data>, jobId: string) => Promise<void>,
  atOnce?: number,
): Worker => ({
  job,
  start: (platform) => platform.jobs.work(job, (data, jobId) => run(platform, data, jobId), atOnce),
});

/** @param cron when the job is queued, as a cron expression in Asia/Jakarta's time */
export const workAt = (cron: string, job: Job, run: (platform: Platform) => Promise<void>): Worker => ({
  job,
  start: async (platform) => {
    await platform.jobs.work(job, () => run(platform));
    await platform.jobs.schedule(job, cron);
  },
});
