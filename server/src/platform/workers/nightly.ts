import { defineJob, hourSeconds, minuteSeconds } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { applyRetention } from '../transactions/retention.ts';
import type { Retention } from '../transactions/retention.ts';
import { workAt } from './worker.ts';
import type { Worker } from './worker.ts';

/** A task of every night; `name` is for the log. It may run twice. */
export type NightlyTask = { name: string; run: (platform: Platform) => Promise<void> };

export const nightly = defineJob('nightly', {
  retryLimit: 3,
  retryDelay: 10 * minuteSeconds,
  expireInSeconds: hourSeconds,
});

/**
 * Runs the tasks one after another every night, in one process of several, and after a start when the last night was
 * missed. After a failure the other tasks still run, and all are run again later.
 */
export const nightlyWorker = (tasks: NightlyTask[]): Worker =>
  workAt('20 3 * * *', nightly, async (platform) => {
    const failed: string[] = [];
    for (const { name, run } of tasks) {
      try {
        await run(platform);
      } catch (error) {
        platform.log.warn({ err: error, task: name }, 'a nightly task failed');
        failed.push(name);
      }
    }
    if (failed.length > 0) throw new Error(`nightly tasks failed: ${failed.join(', ')}`);
  });

export const retentionTasks = (retentions: Retention[]): NightlyTask[] =>
  retentions.map((retention) => ({
    name: `retention of ${retention.table}`,
    run: (platform) => applyRetention(platform, retention),
  }));
