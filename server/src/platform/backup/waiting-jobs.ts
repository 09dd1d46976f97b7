import { sql } from 'kysely';
import type { Db, DbTransaction } from '../database/database.ts';
import type { Jobs, WaitingJob } from '../jobs/jobs.ts';

/** Selects the jobs that wait or run, with the fields that queue them again: the library's own tables change with its versions. */
export const selectWaitingJobs = `
  select id, name, data, start_after from jobs.job
  where state in ('created', 'retry', 'active') and name <> 'failed_jobs' and name not like '\\_\\_pgboss\\_\\_%'`;

/** Whether there is a queue: a database that Lapau has opened once has one. */
export async function hasJobs(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('jobs.job') is not null as found`.execute(db);
  return rows[0]?.found === true;
}

const table = 'restored_jobs';
/** Copies the rows of selectWaitingJobs into a temporary table. */
export const copyJobsIn = `copy ${table} (id, name, data, start_after) from stdin`;

/** Makes the temporary table, which the end of the transaction drops. */
export const prepareJobs = (tx: DbTransaction): Promise<unknown> =>
  sql
    .raw(
      `create temp table ${table} (
        id uuid primary key,
        name text not null check (name ~ '^[[:alnum:]_./-]+$'),
        data jsonb,
        start_after timestamptz not null check (start_after between '0001-01-01' and '9999-12-31')
      ) on commit drop`,
    )
    .execute(tx);

/** How many of the jobs have these names. */
export async function countWaiting(tx: DbTransaction, names: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from ${sql.table(table)} where name = any(${names}::text[]) group by name`.execute(
    tx,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/**
 * Queues the restored jobs again, except those with a name in `except`.
 * @returns the kinds that this program no longer knows, whose jobs are left out
 */
export async function requeueJobs(tx: DbTransaction, jobs: Jobs, except: string[]): Promise<string[]> {
  const unknown = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<WaitingJob>`
      select id, name, data, start_after as "startAfter" from ${sql.table(table)}
      where id > ${after} and name <> all(${except}::text[]) order by id limit 1000`.execute(tx);
    const last = rows.at(-1);
    if (!last) return [...unknown];
    for (const name of await jobs.requeue(tx, rows)) unknown.add(name);
    after = last.id;
  }
}
