import { runRaw } from '../database/database.ts';
import type { DbTransaction } from '../database/database.ts';

/**
 * A job that was put off runs so soon when it is renewed, and not at once: a device that is left alone would be looked at with each
 * message.
 */
const renewedSeconds = 10;

/**
 * Gives jobs that wait the data of new ones about the same, so that no more wait than there is to do. They are locked until the
 * transaction ends, and the queue passes over them: none runs before what its new data tells of is there. One that has begun is left
 * alone, as it may not have seen that. One that has failed, by the `attempt` in its data, keeps that and its time: whom it goes to has
 * asked to wait for so long.
 * @returns those that no waiting job stands for
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

/** Two of one subject may wait, as another transaction had one of them locked; of these one stays, or what they tell of would come twice. */
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
