import { clockSlackMs } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** No job is put off for longer, as a push service may ask for a day at most. The wait of a retry is bounded by its own row. */
const longestWaitSeconds = 24 * 3_600;

/** How many jobs one statement mends: a wrong clock may have ended many thousands, which together would take too long. */
const jobsAtOnce = 1_000;
/** How often all jobs are read, which costs more than the rest. After a clock was set they are read at once. */
const jobsEveryMs = 5 * 60_000;

/** An answer that took longer says nothing about the present time: the process or the network stood still meanwhile. */
const longestAnswerMs = 5_000;

const readPresent = `select (extract(epoch from jobs.job_now()) * 1000)::float8 as present`;

const times = `times as (select jobs.job_now() as present, jobs.job_now() + ${clockSlackMs} * interval '1 ms' as latest)`;

/*
 * pg-boss compares what it has noted with the database's clock (jobs.job_now()): when schedules and queues were last looked at, since
 * when a job runs, when it is due, done, or was queued for a schedule. A time beyond now was noted by a clock that was ahead, and
 * would keep everything from happening until then (D110). Locked rows are left to the next look, because waiting for several could end
 * in a deadlock.
 */

/**
 * If it is unknown when schedules were last looked at, they make up for the last day. Jobs that they queued in that day are not queued
 * again, as pg-boss remembers them for a week. $1 is the time up to which they were looked at, if the clock has jumped ahead.
 */
const redateNotes = `
  with ${times},
  schedules as (
    update jobs.version set
      cron_on = least(case when cron_on > latest then present - interval '1 day' else cron_on end, $1::timestamptz),
      bam_on = ${unlessBeyond('bam_on')}, flow_on = ${unlessBeyond('flow_on')}, reindex_on = ${unlessBeyond('reindex_on')},
      monitor_backoff_on = case when monitor_backoff_on <= latest + interval '1 hour' then monitor_backoff_on end
    from times
    where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on - interval '1 hour') > latest or cron_on > $1
    returning 1),
  misdated_schedules as (
    select name, key from jobs.schedule, times where created_on > latest for update of schedule skip locked),
  made as (
    update jobs.schedule s set created_on = present
    from times, misdated_schedules m where s.name = m.name and s.key = m.key returning 1),
  misdated_building as (
    select id from jobs.bam, times where status = 'in_progress' and started_on > latest for update of bam skip locked),
  building as (update jobs.bam b set started_on = present from times, misdated_building m where b.id = m.id returning 1),
  misdated_queues as (
    select name from jobs.queue, times where greatest(monitor_claim_on, monitor_on, maintain_on, delta_on) > latest
    for update of queue skip locked),
  queues as (
    update jobs.queue q set
      monitor_claim_on = ${unlessBeyond('monitor_claim_on')}, monitor_on = ${unlessBeyond('monitor_on')},
      maintain_on = ${unlessBeyond('maintain_on')}, delta_on = ${unlessBeyond('delta_on')}
    from times, misdated_queues m where q.name = m.name
    returning 1)
  select (select count(*)::int from schedules) + (select count(*)::int from made) as schedules,
    (select count(*)::int from queues) + (select count(*)::int from building) as queues`;

/**
 * A job that was queued by a clock that was ahead waits its time anew from now on; any other job that would wait longer than a job may
 * is due. Running jobs get a heartbeat of now, so that those of a killed process are noticed. Waiting and running jobs come before
 * finished ones.
 */
const redateJobs = `
  with ${times},
  misdated as (
    select j.name, j.id, case when due > latest + longest then present else due end as due
    from times, jobs.job j,
    lateral (select
      case when state = 'created' and created_on > latest then start_after - (created_on - present) else start_after end as due,
      make_interval(secs => case state
        when 'retry' then least(retry_delay_max, greatest(retry_delay, 1) * 2 ^ least(retry_count + 1, 16))
        else ${longestWaitSeconds} end) as longest) waits
    where greatest(start_after, created_on, started_on, heartbeat_on, completed_on, singleton_on at time zone 'UTC') > latest
      and case
        when singleton_on > latest at time zone 'UTC' then true
        when state < 'active' then created_on > latest or due > latest + longest
        when state = 'active' then greatest(started_on, heartbeat_on) > latest
        else completed_on > latest end
    order by state > 'active'
    limit ${jobsAtOnce}
    for update of j skip locked),
  jobs as (
    update jobs.job j set
      start_after = m.due, created_on = least(created_on, present), started_on = ${notBeyond('started_on')},
      heartbeat_on = ${notBeyond('heartbeat_on')}, completed_on = ${notBeyond('completed_on')},
      singleton_on = case when singleton_on <= latest at time zone 'UTC' then singleton_on end
    from times, misdated m where j.name = m.name and j.id = m.id
    returning 1)
  select count(*)::int as jobs from jobs`;

function unlessBeyond(column: string): string {
  return `case when ${column} <= latest then ${column} end`;
}

function notBeyond(column: string): string {
  return `case when ${column} > present then present else ${column} end`;
}

/**
 * Follows the database's clock, which may be set while this process runs, and treats times beyond it as never noted.
 * @param query runs a statement on a connection that calls do not use
 * @param tellError is called with the reason when jobs could not be read; the next look reads them
 * @returns a function that looks at the clock, and does not wait for the jobs; it may fail as any statement may, and the next look
 *   makes up for it
 */
export function followClock(query: Query, log: Log, tellError: (error: unknown) => void): () => Promise<void> {
  let last: { present: number; at: number } | undefined;
  let lookedUntil: Date | undefined;
  let jobsDueAt = 0;
  let isAtJobs = false;
  const lookAtJobs = async () => {
    let found = 0;
    try {
      let lastFound: number;
      do {
        const [redated] = (await query(redateJobs, [])).rows as [{ jobs: number }];
        lastFound = redated.jobs;
        found += lastFound;
      } while (lastFound === jobsAtOnce);
      // Some jobs may have been locked, so all are read again soon.
      if (found > 0) jobsDueAt = 0;
    } catch (error) {
      jobsDueAt = 0;
      tellError(error);
    }
    if (found > 0) log.warn({ jobs: found }, 'times of jobs lay ahead, and are taken as never noted');
    isAtJobs = false;
  };
  return async () => {
    const askedAt = performance.now();
    const [read] = (await query(readPresent, [])).rows as [{ present: number }];
    const seen = { present: read.present, at: performance.now() };
    if (seen.at - askedAt <= longestAnswerMs) {
      const jumpedMs = last ? seen.present - last.present - (seen.at - last.at) : 0;
      const before = last?.present;
      last = seen;
      if (before !== undefined && Math.abs(jumpedMs) > clockSlackMs) {
        log.warn({ seconds: Math.round(jumpedMs / 1_000) }, 'the clock of the database was set');
        // Until pg-boss has measured the difference anew, it looks at schedules by the old clock, and misses the time that
        // was jumped over.
        lookedUntil = jumpedMs > 0 ? (lookedUntil ?? new Date(before - clockSlackMs)) : undefined;
        jobsDueAt = 0;
        return;
      }
    }
    const [redated] = (await query(redateNotes, [lookedUntil ?? null])).rows as [
      Record<'schedules' | 'queues', number>,
    ];
    lookedUntil = undefined;
    if (redated.schedules + redated.queues > 0)
      log.warn(redated, 'times that lie ahead of the clock are taken as never noted');
    if (isAtJobs || performance.now() < jobsDueAt) return;
    isAtJobs = true;
    jobsDueAt = performance.now() + jobsEveryMs;
    void lookAtJobs();
  };
}
