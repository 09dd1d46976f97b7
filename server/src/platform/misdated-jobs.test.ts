import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';
import { defineJob, openJobs } from './jobs.ts';
import { createLog } from './log.ts';
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
  const jobs = {
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
  await (await openJobs(databaseUrl, log, [tries])).close();

  const { rows } = await sql<{ id: string; state: string; seconds: number; aged: boolean }>`
    select id, state, extract(epoch from start_after - now())::float8 as seconds,
      greatest(created_on, started_on, heartbeat_on, completed_on) <= now() as aged from jobs.job`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const waits = Object.entries(jobs).map(([what, id]) => [
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

test('what the clock has jumped over is looked at again, also when that was done by the old clock meanwhile', async () => {
  const { db, platform } = await startTestServer();
  const log = createLog('fatal');
  await platform.jobs.close();
  const query = (text: string, values: unknown[]) => platform.database.query(text, values).then((rows) => ({ rows }));
  const look = followClock(query, log);
  await look();
  const jump = sql`create or replace function jobs.job_now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + interval ''8 hours'''`;
  await jump.execute(db);
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
