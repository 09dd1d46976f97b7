import { PgBoss } from 'pg-boss';
import { runRaw } from './database.ts';
import type { DbTransaction } from './database.ts';
import type { Log } from './log.ts';
import type { Bucket } from './schema.ts';

/** The mails there are. What one says, and its link, is made when it is sent: no secret waits in the queue. */
export type MailName = 'confirm_sign_up' | 'reset_password' | 'password_changed';

/** Every job and what it carries. A job may run twice: its handler is idempotent. */
export type JobPayloads = {
  send_mail: { mail: MailName; to: string };
  remove_files: { bucket: Bucket; paths: string[] };
  sweep_files: Record<string, never>;
  sweep_expired: Record<string, never>;
};
export type JobName = keyof JobPayloads;

const names: Record<JobName, { retryLimit: number }> = {
  send_mail: { retryLimit: 8 },
  remove_files: { retryLimit: 12 },
  sweep_files: { retryLimit: 1 },
  sweep_expired: { retryLimit: 1 },
};

export type Jobs = {
  /** Queues a job in the transaction: it exists if and only if the transaction commits. */
  enqueue: <Name extends JobName>(db: DbTransaction, name: Name, data: JobPayloads[Name]) => Promise<void>;
  /** Queues a job that nothing else depends on. */
  enqueueNow: <Name extends JobName>(name: Name, data: JobPayloads[Name]) => Promise<void>;
  /** Runs the handler for each job of that name, one at a time; a throw is retried with backoff. */
  work: <Name extends JobName>(name: Name, handler: (data: JobPayloads[Name]) => Promise<void>) => Promise<void>;
  /** Queues the job at the times of a cron expression (Asia/Jakarta), once for all processes. */
  schedule: (name: JobName, cron: string) => Promise<void>;
  /** Waits for running jobs, at most ten seconds. */
  close: () => Promise<void>;
};

/** Of every queue. Done or given up, a job goes within minutes: it may carry an address (D30). */
const queue = { retryBackoff: true, retryDelay: 2, notify: true, deleteAfterSeconds: 60 };

/** Opens the queue in the database's schema `jobs`. */
export async function openJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'lapau jobs',
    schema: 'jobs',
    max: 3,
    useListenNotify: true,
    maintenanceIntervalSeconds: 600,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await boss.start();
  for (const [name, options] of Object.entries(names)) {
    await boss.createQueue(name, { ...options, ...queue });
    // one that an earlier version made keeps that version's options otherwise
    await boss.updateQueue(name, { ...options, ...queue });
  }
  return {
    enqueue: async (db, name, data) => {
      await boss.send(name, data, { db: { executeSql: (text, values) => runRaw(db, text, values) } });
    },
    enqueueNow: async (name, data) => {
      await boss.send(name, data);
    },
    work: async (name, handler) => {
      // notices that come together wake the worker once, so it looks again after each job; a retry has no notice at all
      const waking = { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 10 };
      const worker = await boss.work(name, waking, async ([job]) => {
        boss.notifyWorker(worker);
        if (job) await handler(job.data as Parameters<typeof handler>[0]);
      });
    },
    schedule: (name, cron) => boss.schedule(name, cron, {}, { tz: 'Asia/Jakarta' }),
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
