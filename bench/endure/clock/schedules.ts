import { sql } from 'kysely';
import type { Db } from '../../../server/src/platform/database/database.ts';

/** One of the product's schedules, and how often it is to run. */
type Schedule = { name: string; everyMinutes: number };

/** Notes each job that is done, as the queue keeps it for a minute only. */
export async function observeJobs(db: Db): Promise<void> {
  await sql`create schema endure`.execute(db);
  await sql`create table endure.done (number bigserial, id uuid, name text)`.execute(db);
  await sql`
    create function endure.note() returns trigger language plpgsql as $$
    begin
      insert into endure.done (id, name) values (new.id, new.name);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger endure after update on jobs.job for each row
    when (new.state = 'completed' and old.state <> 'completed') execute function endure.note()`.execute(db);
}

/** Reads the jobs that have been done since a number of done jobs. */
export async function doneSince(
  db: Db,
  number: number,
): Promise<{ ids: Set<string>; names: Set<string>; last: number }> {
  const { rows } = await sql<{ id: string; name: string; number: number }>`
    select id, name, number::int as number from endure.done where number > ${number} order by number`.execute(db);
  return {
    ids: new Set(rows.map(({ id }) => id)),
    names: new Set(rows.map(({ name }) => name)),
    last: rows.at(-1)?.number ?? number,
  };
}

/** Reads the schedules as the product has set them. */
export async function readSchedules(db: Db): Promise<Schedule[]> {
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from jobs.schedule order by name`.execute(db);
  return rows.map(({ name, cron }) => ({ name, everyMinutes: minutesOf(cron) }));
}

function minutesOf(cron: string): number {
  const [minute = '', hour = '', ...rest] = cron.split(' ');
  if (rest.join(' ') !== '* * *') throw new Error(`the interval of ${cron} is unknown here`);
  if (hour !== '*') return 24 * 60;
  if (minute === '*') return 1;
  return minute.startsWith('*/') ? Number(minute.slice(2)) : 60;
}
