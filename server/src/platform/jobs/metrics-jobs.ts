import { setTimeout as delay } from 'node:timers/promises';
import { clockIsTrusted } from '../clock/clock-jumps.ts';
import type { Metrics } from '../metrics/metrics.ts';

type Waiting = { name: string; waiting: number; age: number };

/** Counts the jobs that are due. pg-boss has an index of jobs that have not begun. */
const waitingByQueue = `
  select name, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float8 as age
  from jobs.job where state < 'active' and not blocked and start_after <= now() group by name`;

type State = { backup_at: number | null; checked_at: number | null; deletion_waits: boolean; notify_usage: number };

/**
 * Reads, in Unix time, the moment of the last backup to a file and of the last look at the schedules, whether deletion by age waits,
 * and how full the queue of NOTIFY is.
 */
const stateOfServer = `
  select (select extract(epoch from made_at)::float8 from last_backup) as backup_at,
    (select extract(epoch from cron_on)::float8 from jobs.version) as checked_at,
    not ${clockIsTrusted} as deletion_waits, pg_notification_queue_usage() as notify_usage`;

/** How long an answer of the database is reused, and how long a scrape waits for a new one. */
const freshMs = 10_000;
const waitMs = 1_000;

/**
 * Measures the queues, the schedules and the last backup, and so whether the database answers. All other metrics work without it.
 * @param query runs a statement on a connection that calls do not use
 * @param names the names of all queues
 * @returns a function that counts a job that has failed for the last time
 */
export function measureJobs(
  { counter, gauge, gauges }: Metrics,
  query: (text: string) => Promise<{ rows: unknown[] }>,
  names: string[],
): (queue: string) => void {
  let known: (State & { waiting: Map<string, Waiting> }) | undefined;
  let reading: Promise<void> | undefined;
  let readAt = -Infinity;

  const read = async () => {
    try {
      const { rows } = await query(waitingByQueue);
      const [state] = (await query(stateOfServer)).rows as State[];
      if (!state) throw new Error('the database said nothing of its state');
      known = { ...state, waiting: new Map((rows as Waiting[]).map((row) => [row.name, row])) };
    } catch {
      // lapau_database_up tells this, and others who need the database log it.
      known = undefined;
    }
    readAt = performance.now();
    reading = undefined;
  };
  /** Gives the last answer if it is fresh; undefined when the database does not answer in time, as a scrape may take ten seconds. */
  const readKnown = async () => {
    if (performance.now() - readAt < freshMs) return known;
    reading ??= read();
    const isRead = await Promise.race([reading.then(() => true), delay(waitMs, false, { ref: false })]);
    return isRead ? known : undefined;
  };
  const byQueue = async (valueOf: (waiting: Waiting | undefined) => number) => {
    const read = await readKnown();
    return read ? names.map((name) => [name, valueOf(read.waiting.get(name))] as const) : [];
  };

  gauge('lapau_database_up', 'Whether the database answers', async () => ((await readKnown()) ? 1 : 0));
  gauges('lapau_jobs_waiting', 'Jobs that are due and have not begun', 'queue', () =>
    byQueue((row) => row?.waiting ?? 0),
  );
  gauges('lapau_jobs_oldest_waiting_seconds', 'Since when the oldest of them is due', 'queue', () =>
    byQueue((row) => row?.age ?? 0),
  );
  gauge(
    'lapau_last_backup_timestamp_seconds',
    'Of which moment the last backup by lapau backup is, in Unix time; one to come where a clock was ahead',
    async () => (await readKnown())?.backup_at ?? undefined,
  );
  gauge(
    'lapau_schedules_checked_timestamp_seconds',
    'When a process last looked which schedules are due, in Unix time',
    async () => (await readKnown())?.checked_at ?? undefined,
  );
  gauge('lapau_deletion_waiting', 'Whether what deletes by age waits, as the clock has jumped', async () => {
    const read = await readKnown();
    return read && Number(read.deletion_waits);
  });
  gauge(
    'lapau_notify_queue_ratio',
    'How full PostgreSQL’s queue of NOTIFY is, from 0 to 1; full, it takes no writes',
    async () => (await readKnown())?.notify_usage,
  );
  const countFailed = counter('lapau_jobs_failed_total', 'Jobs that have failed for the last time', ['queue']);
  for (const queue of names) countFailed({ queue }, 0);
  return (queue) => countFailed({ queue });
}
