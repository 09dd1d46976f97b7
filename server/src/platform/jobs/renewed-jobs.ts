import { runRaw } from '../database/database.ts';
import type { DbTransaction } from '../database/database.ts';

/**
 * Seconds until a job that was put off runs after it was renewed. If it ran at once, each message would look at a device that is left
 * alone.
 */
const renewedSeconds = 10;

/**
 * Gives waiting jobs the data of new ones about the same subject, so that one job waits for each subject. They are locked until the
 * transaction ends, and the queue skips locked jobs, so none runs before the rows that its new data is about are committed. A job that
 * has begun is left alone, as it may not have seen those rows. A job with an `attempt` in its data has failed, and keeps that and its
 * time: the receiver has asked to wait so long.
 * @returns the data of jobs that still have to be queued
 */
export async function renewWaiting<Data extends object>(
  db: DbTransaction,
  job: { name: string; subjectOf?(data: Data): string | undefined },
  data: Data[],
): Promise<Data[]> {
  const bySubject = new Map<string, Data>();
  for (const one of data) {
    const subject = job.subjectOf?.(one);
    if (subject !== undefined) bySubject.set(subject, one);
  }
  if (bySubject.size === 0) return data;
  const { rows } = await runRaw(db, renew, [
    job.name,
    [...bySubject.keys()],
    [...bySubject.values()].map((one) => JSON.stringify(one)),
    renewedSeconds,
  ]);
  const renewed = new Set(rows.map(({ subject }) => subject));
  return data.filter((one) => !renewed.has(job.subjectOf?.(one)));
}

/** If another transaction had a job locked, two may wait for one subject. One of them is deleted, as the message would come twice. */
const renew = `
  with waiting as (
    select id, singleton_key as subject, start_after, coalesce((data ->> 'attempt')::int, 0) as attempt from jobs.job
    where name = $1 and state < 'active' and not blocked and singleton_key = any ($2::text[]) for update skip locked),
  kept as (
    select distinct on (subject) id, subject, attempt from waiting
    order by subject, attempt desc, case when attempt > 0 then start_after end desc, start_after),
  deleted as (
    delete from jobs.job j using waiting
    where j.name = $1 and j.id = waiting.id and not exists (select from kept where kept.id = waiting.id))
  update jobs.job j set
    data = case when attempt > 0 then n.data || jsonb_build_object('attempt', attempt) else n.data end,
    start_after = case when attempt > 0 then start_after else least(start_after, now() + $4 * interval '1 second') end
  from kept join unnest($2::text[], $3::jsonb[]) as n (subject, data) on n.subject = kept.subject
  where j.name = $1 and j.id = kept.id
  returning kept.subject`;
