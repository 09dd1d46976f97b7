import type { Job, TakenJob } from './jobs.ts';
import type { Platform } from './platform.ts';

/** A job and what works on it. app.ts hands in those of all features. */
export type Worker = { job: Job<object>; start: (platform: Platform) => Promise<void> };

export async function startWorkers(platform: Platform, workers: Worker[]): Promise<void> {
  for (const { start } of workers) await start(platform);
}

/** @param run may run twice for one job */
export const workOn = <Data extends object>(
  job: Job<Data>,
  run: (platform: Platform, data: NoInfer<Data>) => Promise<void>,
): Worker => ({ job, start: (platform) => platform.jobs.work(job, (data) => run(platform, data)) });

/** @param run takes up to so many at a time; a throw fails those that have not ended, and each may run twice */
export const workOnMany = <Data extends object>(
  job: Job<Data>,
  atOnce: number,
  run: (platform: Platform, jobs: TakenJob<NoInfer<Data>>[]) => Promise<void>,
): Worker => ({ job, start: (platform) => platform.jobs.workOnMany(job, atOnce, (jobs) => run(platform, jobs)) });

/** @param cron when the job is queued by itself, in Asia/Jakarta's time */
export const workAt = (cron: string, job: Job, run: (platform: Platform) => Promise<void>): Worker => ({
  job,
  start: async (platform) => {
    await platform.jobs.work(job, () => run(platform));
    await platform.jobs.schedule(job, cron);
  },
});
