import { EventEmitter } from 'node:events';
import pg from 'pg';
import { PgBoss, systemClock } from 'pg-boss';
import type { Clock, QueueOptions } from 'pg-boss';
import { connectingAlone } from './connections.ts';
import { runRaw } from './database.ts';
import type { DbTransaction } from './database.ts';
import type { Log } from './log.ts';
import type { Bucket } from './schema.ts';

/**
 * All mails. A mail's text and link are made when it is sent: the queue contains no secret.
 * `accountId` is the sign-up that waits for its link, or the account that has never opened one; `codeId` is the row that the code is
 * stored in.
 */
export type Mail =
  | { mail: 'confirm_sign_up'; to: string; accountId: string }
  | { mail: 'confirm_sign_in'; to: string; codeId: string }
  | { mail: 'reset_password' | 'password_changed' | 'email_changed' | 'recovery_code'; to: string };

/** Every job and what it carries. A job may run twice: its handler is idempotent. */
export type JobPayloads = {
  send_mail: Mail;
  remove_files: { bucket: Bucket; paths: string[] };
  nightly: Record<string, never>;
  sweep_expired: Record<string, never>;
  open_posts: Record<string, never>;
  ask_if_open: Record<string, never>;
  close_warungs: Record<string, never>;
  settle_decision: { id: string };
  remind_of_waiting: Record<string, never>;
  publish_banner_times: Record<string, never>;
};
export type JobName = keyof JobPayloads;

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

/** The n-th retry comes after retryDelay × 2ⁿ⁻¹ to 2ⁿ seconds, at most retryDelayMax: the 17 of a mail take 20 to 22 hours. */
const overADay = { retryLimit: 17, retryDelay: 30, retryDelayMax: 2 * hourSeconds, expireInSeconds: 90 };

/** May run for minutes. */
const long = { expireInSeconds: hourSeconds };

/** People wait for it: soon again however often it failed or its process was killed, and for a day. */
const urgent = { ...long, retryLimit: 3_600, retryDelay: 5, retryDelayMax: 20 };

const queues: Record<JobName, QueueOptions> = {
  send_mail: overADay,
  remove_files: overADay,
  nightly: { ...long, retryLimit: 3, retryDelay: 10 * minuteSeconds },
  sweep_expired: { ...long, retryLimit: 0 },
  open_posts: overADay,
  ask_if_open: { retryLimit: 5, retryDelay: minuteSeconds, expireInSeconds: 90 },
  close_warungs: overADay,
  settle_decision: urgent,
  remind_of_waiting: { retryLimit: 5, retryDelay: minuteSeconds, expireInSeconds: 90 },
  // the next minute's is the retry
  publish_banner_times: { retryLimit: 0, expireInSeconds: minuteSeconds },
};

/** Where pg-boss puts a copy of each job that has failed for the last time, by throwing or with its process. */
const failedJobs = 'failed_jobs';

/**
 * Options of every queue. A finished job is deleted within minutes: it may contain an e-mail address (D30). One whose process
 * was killed is noticed by the missing heartbeat, which a running one sends twice in that time.
 */
const shared = { retryBackoff: true, notify: true, deleteAfterSeconds: 60, heartbeatSeconds: 20 };

export type JobOptions = {
  /** Runs not before this time has passed. */
  afterMs?: number;
};

export type Jobs = {
  /** Queues a job in the transaction: it exists if and only if the transaction commits. */
  enqueue: <Name extends JobName>(
    db: DbTransaction,
    name: Name,
    data: JobPayloads[Name],
    options?: JobOptions,
  ) => Promise<void>;
  /** Queues a job that nothing else depends on. */
  enqueueNow: <Name extends JobName>(name: Name, data: JobPayloads[Name]) => Promise<void>;
  /** Runs the handler for each job of that name, one at a time; a throw is retried with backoff. */
  work: <Name extends JobName>(name: Name, handler: (data: JobPayloads[Name]) => Promise<void>) => Promise<void>;
  /**
   * Queues the job at the times of a cron expression (Asia/Jakarta), once for all processes. Of the times that passed
   * while no process ran, the last is made up for at the next start.
   */
  schedule: (name: JobName, cron: string) => Promise<void>;
  /** Waits for running jobs, at most three seconds; what is interrupted runs again. */
  close: () => Promise<void>;
};

/**
 * When pg-boss gives up a connection on which it listens, it takes all listeners off it first and then ends it. PostgreSQL may end
 * it in the same moment, as in a restart, and an error without a listener ends the process.
 */
pg.Client.prototype.removeAllListeners = function removeAllListeners(this: pg.Client, ...events: [event?: string]) {
  EventEmitter.prototype.removeAllListeners.apply(this, events);
  return this.on('error', () => {});
};

/**
 * A step of the machine's clock neither delays a poll nor a schedule: pg-boss compares this clock with itself, and with
 * PostgreSQL's by a difference that it measures.
 */
const clock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Opens the queue in the database's schema `jobs`. A job that failed for the last time is one line in the log. */
export async function openJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectingAlone,
    connectionString: url,
    application_name: 'lapau jobs',
    schema: 'jobs',
    max: 3,
    useListenNotify: true,
    // how soon a missing heartbeat is noticed
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
    clock,
    clockMonitorIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
  try {
    await boss.start();
    await setUpQueues(boss, log);
    // by itself it looks for jobs of killed processes only after an interval, in which it may be killed again
    await boss.supervise();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    enqueue: async (db, name, data, { afterMs = 0 } = {}) => {
      await boss.send(name, data, {
        db: { executeSql: (text, values) => runRaw(db, text, values) },
        // in seconds: PostgreSQL's clock decides, as it does when the job is fetched
        ...(afterMs > 0 && { startAfter: afterMs / 1_000 }),
      });
    },
    enqueueNow: async (name, data) => {
      await boss.send(name, data);
    },
    work: async (name, handler) => {
      // several notifications at once wake the worker once, so it polls again after each job; a retry sends none
      const waking = { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 10 };
      const worker = await boss.work(name, waking, async ([job]) => {
        boss.notifyWorker(worker);
        if (job) await handler(job.data as Parameters<typeof handler>[0]);
      });
    },
    schedule: (name, cron) => boss.schedule(name, cron, {}, { tz: 'Asia/Jakarta', missed: 'once' }),
    close: () => boss.stop({ graceful: true, timeout: 3_000 }),
  };
}

async function setUpQueues(boss: PgBoss, log: Log): Promise<void> {
  await boss.createQueue(failedJobs, { ...shared, deleteAfterSeconds: 1 });
  for (const [name, own] of Object.entries(queues)) {
    const options = { ...shared, ...own, deadLetter: failedJobs };
    await boss.createQueue(name, options);
    // createQueue leaves the options of a queue that an earlier version made
    await boss.updateQueue(name, options);
  }
  // no worker would take what only an earlier version scheduled
  for (const { name } of await boss.getSchedules()) if (!(name in queues)) await boss.unschedule(name);
  // pg-boss sends no NOTIFY for jobs that it moves there
  await boss.work(failedJobs, { includeMetadata: true, notifyPollingIntervalSeconds: 5 }, async (jobs) => {
    for (const { sourceName, sourceRetryCount } of jobs) {
      log.error({ job: sourceName, retries: sourceRetryCount }, 'a job has failed for the last time');
    }
  });
}
