import { runRaw } from './database.ts';
import type { DbTransaction } from './database.ts';

/**
 * A job that was put off runs so soon when it is renewed, and not at once: a device that is left alone would be looked at with each
 * message.
 */
const renewedSeconds = 10;

/**
 * Gives jobs that wait the data of new ones about the same, so that no more wait than there is to do. They are locked until the
 * transaction ends, and the queue passes over them: none runs before what its new data tells of is there. One that has begun is left
 * alone, as it may not have seen that.
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

const renew = `
  with waiting as (
    select id, singleton_key as subject from jobs.job
    where name = $1 and state < 'active' and singleton_key = any ($2::text[]) for update skip locked)
  update jobs.job j set data = n.data, start_after = least(start_after, now() + $4 * interval '1 second')
  from waiting join unnest($2::text[], $3::jsonb[]) as n (subject, data) on n.subject = waiting.subject
  where j.name = $1 and j.id = waiting.id
  returning waiting.subject`;
