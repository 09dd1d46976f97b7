import type { Platform } from './platform.ts';

/** A task of every night; `name` is for the log. It may run twice. */
export type NightlyTask = { name: string; run: () => Promise<void> };

/**
 * Runs the tasks one after another every night, in one process of several, and after a start when the last night was
 * missed. After a failure the other tasks still run, and all are run again later.
 */
export async function startNightlyTasks(
  { jobs, log }: Pick<Platform, 'jobs' | 'log'>,
  tasks: NightlyTask[],
): Promise<void> {
  await jobs.work('nightly', async () => {
    const failed: string[] = [];
    for (const { name, run } of tasks) {
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, task: name }, 'a nightly task failed');
        failed.push(name);
      }
    }
    if (failed.length > 0) throw new Error(`nightly tasks failed: ${failed.join(', ')}`);
  });
  await jobs.schedule('nightly', '20 3 * * *');
}
