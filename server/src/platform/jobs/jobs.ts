import pg from 'pg';
import { PgBoss, systemClock } from 'pg-boss';
import type { Clock, QueueOptions, StopOptions } from 'pg-boss';
import { connectingAlone } from '../database/connections.ts';
import { runRaw } from '../database/database.ts';
import type { DbTransaction } from '../database/database.ts';
import { sessionOf } from '../database/session-settings.ts';
import type { Log } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { measureJobs } from './metrics-jobs.ts';
import { followClock } from './misdated-jobs.ts';
import { renewWaiting } from './renewed-jobs.ts';

/** A kind of job: its name in the queue, and how it is retried there. */
export type Job<Data extends object = NoData> = {
  name: string;
  options: QueueOptions;
  /** The lane of a job, such as a person: a process runs one job of a lane at a time, so that thousands in one lane do not delay others. */
  laneOf?(data: Data): string | undefined;
  /** The subject of a job, if several may have the same one: a new job replaces one that waits (renewed-jobs.ts). */
  subjectOf?(data: Data): string | undefined;
  /** The type of a job's data, for the compiler only. */
  data?: Data;
};
type NoData = Record<string, never>;

/**
 * Declares a kind of job, which app.ts hands in with its worker (worker.ts). A job may run twice, so its handler is idempotent. Jobs
 * that an earlier release has queued come under their name, with the data they had then.
 */
export const defineJob = <Data extends object = NoData>(
  name: string,
  options: QueueOptions,
  kept: Pick<Job<Data>, 'laneOf' | 'subjectOf'> = {},
): Job<Data> => ({ name, options, ...kept });

const keptWith = <Data extends object>(job: Job<Data>, data: Data) => {
  const [lane, subject] = [job.laneOf?.(data), job.subjectOf?.(data)];
  return {
    ...(lane !== undefined && { group: { id: lane } }),
    ...(subject !== undefined && { singletonKey: subject }),
  };
};

export const minuteSeconds = 60;
export const hourSeconds = 60 * minuteSeconds;

/**
 * For jobs that are retried over a day. The n-th retry comes after retryDelay × 2ⁿ⁻¹ to 2ⁿ seconds, at most retryDelayMax: 17 take 20
 * to 22 hours.
 */
export const overADay = { retryLimit: 17, retryDelay: 30, retryDelayMax: 2 * hourSeconds, expireInSeconds: 90 };

/** For jobs that are queued again soon in any case. */
export const overMinutes = { retryLimit: 5, retryDelay: minuteSeconds, expireInSeconds: 90 };

/** The queue into which pg-boss copies each job that has failed for the last time, by throwing or with its process. */
const failedJobs = 'failed_jobs';

/**
 * Options of every queue. A finished job is deleted within minutes, as it may have an e-mail address. A job whose process was killed
 * is noticed by the missing heartbeat, which a running one sends twice in that time. Jobs are not announced by NOTIFY, which makes
 * commits wait for one another (D89). A waiting job is deleted only after the longest time that pg-boss can store, 68 years: a machine
 * without a battery may have queued it in 1970, before its clock was set (D110). A handler knows itself when its job is of no use any
 * more.
 */
const shared = {
  retryBackoff: true,
  notify: false,
  deleteAfterSeconds: 60,
  heartbeatSeconds: 20,
  retentionSeconds: 2 ** 31 - 1,
};

/** How often a process looks for jobs of other processes, and for jobs that have become due; its own jobs wake it at once. */
const pollSeconds = 10;

export type JobOptions = {
  /** The job does not run before this time has passed. */
  afterMs?: number;
};

/** A job of a backup. */
export type WaitingJob = { id: string; name: string; data: object | null; startAfter: Date };

export type Jobs = {
  /** Queues a job in the transaction: it exists if and only if the transaction commits. `wake` afterwards runs it at once. */
  enqueue: <Data extends object>(
    db: DbTransaction,
    job: Job<Data>,
    data: NoInfer<Data>,
    options?: JobOptions,
  ) => Promise<void>;
  /** Queues many jobs of one kind in the transaction, by one statement, or renews those that wait. */
  enqueueAll: <Data extends object>(db: DbTransaction, job: Job<Data>, data: NoInfer<Data>[]) => Promise<void>;
  /** Makes this process look for jobs of that kind now. */
  wake: (name: string) => void;
  /** Queues a job that nothing else depends on. */
  enqueueNow: <Data extends object>(job: Job<Data>, data: NoInfer<Data>, options?: JobOptions) => Promise<void>;
  /** Queues jobs of a backup again, with all their retries. @returns the unknown kinds, whose jobs are left out */
  requeue: (db: DbTransaction, waiting: WaitingJob[]) => Promise<string[]>;
  /** Runs the handler for each job of that kind, `atOnce` at a time. When it throws, the job is retried with backoff, under the same id. */
  work: <Data extends object>(
    job: Job<Data>,
    handler: (data: NoInfer<Data>, jobId: string) => Promise<void>,
    atOnce?: number,
  ) => Promise<void>;
  /**
   * Queues the job at the times of a cron expression (Asia/Jakarta), once for all processes. If times passed while no process ran, the
   * next start makes up for the last of them.
   */
  schedule: (job: Job, cron: string) => Promise<void>;
  /** Waits for running jobs, at most three seconds; interrupted ones run again. */
  close: () => Promise<void>;
};

/**
 * A clock for pg-boss that no step of the machine's clock affects, so that neither polls nor schedules are late: pg-boss measures how
 * it differs from PostgreSQL's. misdated-jobs.ts mends times that PostgreSQL's clock has noted wrongly.
 */
const clock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/**
 * Opens the queue in the database's schema `jobs`. A job that failed for the last time is one line in the log.
 * @param known every job of this program
 * @param options.isOlder a later release has made the database, so the schedules that only that one knows stay
 */
export async function openJobs(
  url: string,
  log: Log,
  known: Job<object>[],
  { metrics = createMetrics(), isOlder = false } = {},
): Promise<Jobs> {
  const pool = new pg.Pool({ ...connectingAlone, ...sessionOf(url, 'lapau jobs'), max: 3 });
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle connection of the job queue lost'));
  const countFailed = measureJobs(
    metrics,
    (text) => pool.query(text),
    known.map(({ name }) => name),
  );
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
    },
    schema: 'jobs',
    // A missing heartbeat is noticed within this time.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
    clock,
    // pg-boss measures the clock before the second look at one that was set (misdated-jobs.ts).
    clockMonitorIntervalSeconds: pollSeconds / 2,
  });
  const polls: NodeJS.Timeout[] = [];
  const wakings = new Set<NodeJS.Timeout>();
  let nextLook: NodeJS.Timeout | undefined;
  const close = async (options: StopOptions) => {
    for (const poll of polls) clearInterval(poll);
    for (const waking of wakings) clearTimeout(waking);
    clearTimeout(nextLook);
    await boss.stop(options);
    if (!pool.ending) await pool.end();
  };
  /** The workers of this process by the kind of their jobs. */
  const workers = new Map<string, { id: string; isBusy: boolean }[]>();
  const wake = (name: string) => {
    const idle = workers.get(name)?.find(({ isBusy }) => !isBusy);
    if (idle) boss.notifyWorker(idle.id);
  };
  /** Looks for a job when it becomes due, instead of leaving it to the next regular look. */
  const wakeAfter = (name: string, afterMs: number) => {
    const waking = setTimeout(() => {
      wakings.delete(waking);
      wake(name);
    }, afterMs).unref();
    wakings.add(waking);
  };
  const work: Jobs['work'] = async ({ name }, handler, atOnce = 1) => {
    const own: { id: string; isBusy: boolean }[] = [];
    workers.set(name, own);
    // One worker looks for all of them, as each wakes the next.
    const pollingIntervalSeconds = atOnce === 1 ? pollSeconds : 24 * hourSeconds;
    if (atOnce > 1) polls.push(setInterval(wake, pollSeconds * 1_000, name));
    for (let index = 0; index < atOnce; index += 1) {
      const worker = { id: '', isBusy: false };
      own.push(worker);
      const options = { pollingIntervalSeconds, localGroupConcurrency: 1 };
      worker.id = await boss.work(name, options, async ([taken]) => {
        worker.isBusy = true;
        // This worker looks again when it is done, and another one looks now, until there are no jobs left.
        boss.notifyWorker(worker.id);
        wake(name);
        try {
          if (taken) await handler(taken.data as Parameters<typeof handler>[0], taken.id);
        } finally {
          worker.isBusy = false;
        }
      });
    }
  };
  const tellError = (error: unknown) => {
    if (!pool.ending) log.warn({ err: error }, 'the job queue met an error');
  };
  boss.on('error', tellError);
  const lookAtClock = followClock((text, values) => pool.query(text, values), log, tellError);
  const lookAgain = () => {
    if (pool.ending) return;
    const look = () => void lookAtClock().catch(tellError).finally(lookAgain);
    nextLook = setTimeout(look, pollSeconds * 1_000).unref();
  };
  try {
    await boss.start();
    await lookAtClock();
    lookAgain();
    if (!isOlder) await removeUnknownSchedules(boss, known);
    await setUpQueues(boss, known, (queue, retries) => {
      countFailed(queue);
      log.error({ job: queue, retries }, 'a job has failed for the last time');
    });
    // By itself pg-boss looks for jobs of killed processes only after an interval, in which this process may be killed too.
    await boss.supervise();
  } catch (error) {
    await close({ graceful: false });
    throw error;
  }
  return {
    enqueue: async (db, job, data, { afterMs = 0 } = {}) => {
      await boss.send(job.name, data, {
        ...keptWith(job, data),
        db: { executeSql: (text, values) => runRaw(db, text, values) },
        // The time is in seconds from now, so that PostgreSQL's clock decides, as it does when the job is fetched.
        ...(afterMs > 0 && { startAfter: afterMs / 1_000 }),
      });
    },
    enqueueAll: async (db, job, data) => {
      const fresh = await renewWaiting(db, job, data);
      if (fresh.length === 0) return;
      await boss.insert(
        job.name,
        fresh.map((one) => ({ data: one, ...keptWith(job, one) })),
        { db: { executeSql: (text, values) => runRaw(db, text, values) } },
      );
    },
    enqueueNow: async (job, data, { afterMs = 0 } = {}) => {
      await boss.send(job.name, data, { ...keptWith(job, data), ...(afterMs > 0 && { startAfter: afterMs / 1_000 }) });
      if (afterMs === 0) wake(job.name);
      else if (afterMs < pollSeconds * 1_000) wakeAfter(job.name, afterMs);
    },
    wake,
    requeue: async (db, waiting) => {
      const byName = Map.groupBy(waiting, ({ name }) => name);
      const isKnown = (name: string) => known.some((job) => job.name === name);
      for (const [name, jobs] of byName) {
        const job = known.find((one) => one.name === name);
        if (!job) continue;
        const inserts = jobs.map(({ id, data, startAfter }) => ({
          id,
          ...(data && { data, ...keptWith(job, data) }),
          startAfter,
        }));
        await boss.insert(name, inserts, { db: { executeSql: (text, values) => runRaw(db, text, values) } });
      }
      return [...byName.keys()].filter((name) => !isKnown(name));
    },
    work,
    schedule: ({ name }, cron) => boss.schedule(name, cron, {}, { tz: 'Asia/Jakarta', missed: 'once' }),
    close: () => close({ graceful: true, timeout: 3_000 }),
  };
}

/** Removes schedules that only an earlier release knew: no worker would take their jobs. */
async function removeUnknownSchedules(boss: PgBoss, known: Job<object>[]): Promise<void> {
  const names = new Set(known.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
}

async function setUpQueues(
  boss: PgBoss,
  known: Job<object>[],
  onGivenUp: (queue: string, retries: number) => void,
): Promise<void> {
  const queues = known.map(({ name, options }) => ({
    name,
    options: { ...shared, ...options, deadLetter: failedJobs },
  }));
  for (const { name, options } of [{ name: failedJobs, options: { ...shared, deleteAfterSeconds: 1 } }, ...queues]) {
    await boss.createQueue(name, options);
    // createQueue leaves the options of a queue that an earlier version made
    await boss.updateQueue(name, options);
  }
  await boss.work(failedJobs, { includeMetadata: true, pollingIntervalSeconds: 5 }, async (jobs) => {
    for (const { sourceName, sourceRetryCount } of jobs) onGivenUp(sourceName ?? '', sourceRetryCount ?? 0);
  });
}
