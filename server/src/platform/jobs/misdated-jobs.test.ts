import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { createLog } from '../log/log.ts';
import { defineJob, openJobs } from './jobs.ts';
import { followClock } from './misdated-jobs.ts';

const tries = defineJob('tries', { retryLimit: 17, retryDelay: 30, retryDelayMax: 7_200 });

test('jobs that a clock ahead has put off are due, those that wait as they are to go on waiting', async () => {
  const { db, databaseUrl, platform } = await startTestServer({ logLevel: 'fatal' });
  const log = createLog('fatal');
  await platform.jobs.close();
  await (await openJobs(databaseUrl, log, [tries])).close();
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  onTestFinished(() => boss.stop());
  const idOf = async (change: ReturnType<typeof sql>) => {
    const id = (await boss.send('tries', {})) ?? '';
    await sql`update jobs.job set ${change} where id = ${id}`.execute(db);
    return id;
  };
  const year = sql`now() + interval '1 year'`;
  const waiting = {
    'was to wait 30 seconds for another try': await idOf(sql`state = 'retry', retry_count = 1, start_after = ${year}`),
    'was queued ahead, for 12 seconds later': await idOf(
      sql`created_on = ${year}, start_after = ${year} + interval '12 seconds'`,
    ),
    'is of a backup that was made ahead': await idOf(sql`start_after = ${year}`),
    'waits two hours for its 15th try': await idOf(
      sql`state = 'retry', retry_count = 14, start_after = now() + interval '2 hours'`,
    ),
    'waits for as long as a push service has asked': await idOf(sql`start_after = now() + interval '24 hours'`),
  };
  const ofKilled = await idOf(sql`state = 'active', started_on = ${year}, heartbeat_on = ${year}`);
  const done = await idOf(sql`state = 'completed', completed_on = ${year}`);
  const jobs = await openJobs(databaseUrl, log, [tries]);
  onTestFinished(() => jobs.close());
  const isAhead = sql`select from jobs.job where greatest(created_on, started_on, heartbeat_on, completed_on) > now()
    or start_after > now() + interval '25 hours'`;
  await expect.poll(async () => (await isAhead.execute(db)).rows).toEqual([]);

  const { rows } = await sql<{ id: string; state: string; seconds: number; aged: boolean }>`
    select id, state, extract(epoch from start_after - now())::float8 as seconds,
      greatest(created_on, started_on, heartbeat_on, completed_on) <= now() as aged from jobs.job`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const waits = Object.entries(waiting).map(([what, id]) => [
    what,
    Math.max(0, Math.ceil((found.get(id)?.seconds ?? NaN) / 60)),
  ]);
  expect(waits).toEqual([
    ['was to wait 30 seconds for another try', 0],
    ['was queued ahead, for 12 seconds later', expect.toSatisfy((minutes) => minutes <= 1)],
    ['is of a backup that was made ahead', 0],
    ['waits two hours for its 15th try', 120],
    ['waits for as long as a push service has asked', 24 * 60],
  ]);
  expect([found.get(ofKilled)?.aged, found.get(done)?.aged]).toEqual([true, true]);
});

/** Lets a test set the clock of a server, and look at it in place of the server's own process. */
async function followOf({ platform, db }: TestServer) {
  await platform.jobs.close();
  const log = createLog('fatal');
  const warned = vi.spyOn(log, 'warn');
  const query = async (text: string, values: unknown[]) => ({ rows: await platform.database.query(text, values) });
  const setClock = (ahead: string) =>
    sql
      .raw(
        `create or replace function jobs.job_now() returns timestamptz language sql stable
         as $$ select pg_catalog.now() + interval '${ahead}' $$`,
      )
      .execute(db);
  return {
    query,
    log,
    setClock,
    look: followClock(query, log, fail),
    said: () => warned.mock.calls.map(([, text]) => text),
  };
}
const fail = (error: unknown) => expect.unreachable(String(error));

/** Lets this much time pass for this process. */
function passTime(ms: number): void {
  const from = performance.now.bind(performance);
  const passed = vi.spyOn(performance, 'now').mockImplementation(() => from() + ms);
  onTestFinished(() => passed.mockRestore());
}

test('what the clock has jumped over is looked at again, also when that was done by the old clock meanwhile', async () => {
  const server = await startTestServer();
  const { db } = server;
  const { look, setClock } = await followOf(server);
  await look();
  await setClock('8 hours');
  await sql`update jobs.version set cron_on = jobs.job_now()`.execute(db);
  const isBeforeJump = async () =>
    (await sql<{ is: boolean }>`select cron_on < now() as is from jobs.version`.execute(db)).rows[0]?.is;
  await look();
  expect(await isBeforeJump(), 'pg-boss may not have measured yet by how much').toBe(false);
  await look();
  expect(await isBeforeJump()).toBe(true);
  await sql`update jobs.version set cron_on = jobs.job_now()`.execute(db);
  await look();
  expect(await isBeforeJump(), 'once').toBe(false);
});

test('a start waits for no jobs: those that wait come before the many that a clock ahead has ended', async () => {
  const { db, databaseUrl, platform } = await startTestServer({ logLevel: 'fatal' });
  await platform.jobs.close();
  // Every sixth row takes a millisecond, so that all together take longer than a statement may.
  await sql`
    insert into jobs.job (name, state, completed_on, retry_count)
    select 'nightly', 'completed', now() + interval '1 year', n % 6 from generate_series(1, 50000) n`.execute(db);
  await sql`
    insert into jobs.job (name, start_after, created_on)
    values ('send_mail', now() + interval '1 year', now() + interval '1 year')`.execute(db);
  await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.001); return new; end'`.execute(
    db,
  );
  await sql`create trigger slow before update on jobs.job for each row when (old.retry_count = 1) execute function slow()`.execute(
    db,
  );
  const log = createLog('fatal');
  const warned = vi.spyOn(log, 'warn');
  const jobs = await openJobs(databaseUrl, log, [tries]);
  onTestFinished(() => jobs.close());
  const read = async () => {
    const { rows } = await sql<{ mails: number; ended: number }>`
      select count(*) filter (where start_after > now())::int as mails,
        count(*) filter (where completed_on > now())::int as ended from jobs.job`.execute(db);
    return rows[0];
  };
  await expect.poll(read).toEqual({ mails: 0, ended: expect.toSatisfy((left) => left > 0) });
  await expect.poll(read, { timeout: 120_000, interval: 500 }).toEqual({ mails: 0, ended: 0 });
  await expect
    .poll(() => warned.mock.calls)
    .toContainEqual([{ jobs: 50_001 }, expect.stringContaining('jobs lay ahead')]);
});

test('a row that is locked is left to the next look', async () => {
  const server = await startTestServer();
  const { db } = server;
  const { look } = await followOf(server);
  await look();
  const year = sql`now() + interval '1 year'`;
  await sql`update jobs.queue set monitor_on = ${year}`.execute(db);
  await sql`insert into jobs.schedule (name, cron, created_on) select name, '0 0 * * *', ${year} from jobs.queue
    on conflict (name, key) do update set created_on = excluded.created_on`.execute(db);
  const ahead = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from jobs.queue where monitor_on > now() union all select name from jobs.schedule where created_on > now()`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  };
  await db.transaction().execute(async (tx) => {
    await sql`select from jobs.queue where name = 'send_mail' for update`.execute(tx);
    await sql`select from jobs.schedule where name = 'nightly' for update`.execute(tx);
    await look();
    expect((await ahead()).toSorted()).toEqual(['nightly', 'send_mail']);
  });
  await look();
  expect(await ahead()).toEqual([]);
});

test('all jobs are read at the start, every five minutes, and when the clock was set', async () => {
  const server = await startTestServer();
  const { db } = server;
  const { setClock, query } = await followOf(server);
  await sql`delete from jobs.job`.execute(db);
  const reads: Promise<unknown>[] = [];
  const look = followClock(
    (text, values) => {
      const answer = query(text, values);
      if (text.includes('update jobs.job ')) reads.push(answer);
      return answer;
    },
    createLog('fatal'),
    fail,
  );
  const countReads = async () => {
    for (let again = 0; again < 3; again += 1) {
      await look();
      await Promise.all(reads);
    }
    return reads.length;
  };
  expect(await countReads()).toBe(1);
  passTime(5 * 60_000);
  await setClock('5 minutes');
  expect(await countReads()).toBe(2);
  await setClock('1 hour');
  expect(await countReads()).toBe(3);
});

test('an answer that was long on its way, as in a process that was stopped, is not taken for a clock that was set', async () => {
  const server = await startTestServer();
  const { query, log, setClock, said } = await followOf(server);
  let isStopped = false;
  const look = followClock(
    async (text, values) => {
      const answer = await query(text, values);
      if (isStopped) {
        isStopped = false;
        passTime(2 * 60_000);
        await setClock('2 minutes');
      }
      return answer;
    },
    log,
    fail,
  );
  await look();
  isStopped = true;
  for (let again = 0; again < 3; again += 1) await look();
  expect(said()).not.toContain('the clock of the database was set');
  await setClock('1 hour');
  await look();
  expect(said()).toContain('the clock of the database was set');
});
