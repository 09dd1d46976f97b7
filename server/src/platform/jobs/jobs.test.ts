import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { featureParts } from '../../app.ts';
import { sendMail } from '../../features/auth/rules-mails.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { createLog } from '../log/log.ts';
import { defineJob, openJobs } from './jobs.ts';

const server = await startTestServer();
const { db, platform } = server;

/** A second client of the queue, by which a test fetches and ends jobs as a worker would. */
const bossOf = ({ databaseUrl }: { databaseUrl: string }) =>
  new PgBoss({ connectionString: databaseUrl, schema: 'jobs', supervise: false, schedule: false }).start();
const boss = await bossOf(server);
afterAll(() => boss.stop());

const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; delay: number }>`
    select state, extract(epoch from start_after - now())::float as delay from jobs.job where id = ${id}`.execute(db);
  return rows[0]!;
};
const makeDue = (id: string) => sql`update jobs.job set start_after = now() where id = ${id}`.execute(db);

test('a mail is retried with growing delays for a day, then logged as failed in one line without its address', async () => {
  const logged = vi.spyOn(platform.log, 'error').mockReturnValue();
  const address = 'etek@lapau.test';
  await platform.jobs.enqueueNow(sendMail, { mail: 'reset_password', to: address });
  const delays: number[] = [];
  for (;;) {
    const [job] = await boss.fetch('send_mail');
    await boss.fail('send_mail', job!.id, new Error(`no mailbox for ${address}`));
    const { state, delay } = await stateOf(job!.id);
    if (state === 'failed') break;
    expect(state).toBe('retry');
    delays.push(delay);
    await makeDue(job!.id);
  }
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600;
  expect(hours).toBeGreaterThan(19);
  expect(hours).toBeLessThan(24);
  expect(delays[0]).toBeLessThan(61);
  expect(Math.max(...delays)).toBeLessThanOrEqual(7200);
  for (const [index, delay] of delays.slice(0, 8).entries()) expect(delay).toBeGreaterThan(30 * 2 ** index - 5);

  await expect
    .poll(() => logged.mock.calls)
    .toEqual([[{ job: 'send_mail', retries: 17 }, 'a job has failed for the last time']]);
  logged.mockRestore();
});

const missHeartbeat = (id: string, seconds = 21) =>
  sql`update jobs.job set heartbeat_on = now() - ${seconds} * interval '1 second' where id = ${id}`.execute(db);
/** Looks for missing heartbeats at once, for which the running server looks every 10 seconds. */
const look = async (id: string) => {
  await sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`.execute(db);
  await boss.supervise();
  return stateOf(id);
};

test.each([
  { name: 'send_mail', firstRetry: 60 },
  { name: 'remove_files', firstRetry: 60 },
  { name: 'settle_decision', firstRetry: 10 },
  { name: 'nightly', firstRetry: 1200 },
  { name: 'send_push', firstRetry: 10 },
])('a $name whose process was killed is tried again', async ({ name, firstRetry }) => {
  const id = (await boss.send(name, {})) ?? '';
  await boss.fetch(name);
  await missHeartbeat(id, 10);
  expect(await look(id)).toMatchObject({ state: 'active' });
  await missHeartbeat(id);
  const { state, delay } = await look(id);
  expect(state).toBe('retry');
  expect(delay).toBeLessThan(firstRetry + 1);
});

test('a deletion is tried again within seconds however often its process is killed', async () => {
  const id = (await boss.send('settle_decision', {})) ?? '';
  for (let kill = 1; kill <= 20; kill += 1) {
    await boss.fetch('settle_decision');
    await missHeartbeat(id);
    const { state, delay } = await look(id);
    expect([kill, state]).toEqual([kill, 'retry']);
    expect(delay).toBeLessThanOrEqual(20);
    await makeDue(id);
  }
});

test('a starting process looks at once for jobs whose process was killed', async () => {
  const url = await createTestDatabase();
  const log = createLog('fatal');
  await (await openJobs(url, log, featureParts.jobs)).close();
  const killed = new PgBoss({ connectionString: url, schema: 'jobs', supervise: false, schedule: false });
  await killed.start();
  const id = (await killed.send('settle_decision', {})) ?? '';
  await killed.fetch('settle_decision');
  await killed.getDb().executeSql(
    `with looked as (update jobs.queue set monitor_on = null, monitor_claim_on = null)
     update jobs.job set heartbeat_on = now() - interval '21 seconds'`,
  );
  const started = await openJobs(url, log, featureParts.jobs);
  const { rows } = await killed.getDb().executeSql('select state from jobs.job where id = $1', [id]);
  expect(rows).toEqual([{ state: 'retry' }]);
  await started.close();
  await killed.stop();
});

test('a schedule of a job that this program does not know is removed', async () => {
  await boss.createQueue('of_yesterday');
  await boss.schedule('of_yesterday', '* * * * *');
  await startTestServer({ databaseUrl: server.databaseUrl });
  expect((await boss.getSchedules()).map(({ name }) => name)).not.toContain('of_yesterday');
});

test('one of a later release stays while a process of the release before starts beside it (D102)', async () => {
  const newer = await startTestServer();
  const newerBoss = await bossOf(newer);
  onTestFinished(() => newerBoss.stop());
  await newerBoss.createQueue('of_tomorrow');
  await newerBoss.schedule('of_tomorrow', '* * * * *');
  await sql`insert into schema_migrations values ('9000_tomorrow', '2027-01-01')`.execute(newer.db);
  await sql`update schema_migrations_repeatable set newest = '9000_tomorrow', runs_with = '0320'`.execute(newer.db);
  await startTestServer({ databaseUrl: newer.databaseUrl });
  expect((await newerBoss.getSchedules()).map(({ name }) => name)).toContain('of_tomorrow');
});

test('the connections of the queue may be ended at any time, and jobs run as before', async () => {
  const { log, jobs } = platform;
  const logged = vi.spyOn(log, 'warn').mockReturnValue();
  const ran: string[] = [];
  const job = defineJob<{ text: string }>('of_a_test', {});
  await boss.createQueue(job.name);
  await jobs.work(job, async ({ text }) => void ran.push(text));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lapau jobs'`.execute(db);
  // A call is refused until the pool has noticed the lost connections.
  await vi.waitFor(() => jobs.enqueueNow(job, { text: 'again' }), { timeout: 60_000 });
  await expect.poll(() => ran).toEqual(['again']);
  logged.mockRestore();
});

test('a job of a process that does not work on it is taken by one that does, once, and none is announced by NOTIFY', async () => {
  const ran: string[] = [];
  const job = defineJob<{ text: string }>('of_two_processes', {});
  await boss.createQueue(job.name);
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  for (const { jobs } of [platform, other.platform]) await jobs.work(job, async ({ text }) => void ran.push(text));
  for (const text of ['one', 'two']) await boss.send(job.name, { text });
  // A process looks every ten seconds for jobs that another has queued.
  await expect.poll(() => ran.toSorted(), { timeout: 120_000 }).toEqual(['one', 'two']);
  const { rows } = await sql`select name from jobs.queue where notify`.execute(db);
  expect(rows).toEqual([]);
});

test.each([1, 2])('a job that is due between two looks for others is taken then, by one of %i', async (atOnce) => {
  const ran: string[] = [];
  const job = defineJob<{ text: string }>(`of_a_moment_${atOnce}`, {});
  await boss.createQueue(job.name);
  await platform.jobs.work(job, async ({ text }) => void ran.push(text), atOnce);
  await platform.jobs.enqueueNow(job, { text: 'first' });
  await expect.poll(() => ran).toEqual(['first']);
  await platform.jobs.enqueueNow(job, { text: 'soon' }, { afterMs: 500 });
  // Without a timer of its own the job would be found by the next look, ten seconds after the last.
  await expect.poll(() => ran, { timeout: 8_000 }).toEqual(['first', 'soon']);
});

test('so many jobs run at once, of each lane one, however many of a lane wait', async () => {
  const running: { lane: string; end: () => void }[] = [];
  const job = defineJob<{ lane?: string }>('of_lanes', {}, { laneOf: ({ lane }) => lane });
  await boss.createQueue(job.name);
  const thousand = Array.from({ length: 1_000 }, () => ({ lane: 'crowded' }));
  await platform.transaction((tx) => tx.enqueueAll(job, thousand));
  await platform.transaction((tx) => tx.enqueueAll(job, [{ lane: 'one' }, { lane: 'other' }, {}, {}]));
  const run = ({ lane = 'none' }) => new Promise<void>((end) => void running.push({ lane, end }));
  await platform.jobs.work(job, run, 8);
  const lanes = () => running.map(({ lane }) => lane).toSorted();
  const others = ['none', 'none', 'one', 'other'];
  await expect.poll(lanes).toEqual(['crowded', ...others]);
  running.find(({ lane }) => lane === 'crowded')?.end();
  await expect.poll(lanes).toEqual(['crowded', 'crowded', ...others]);
  await sql`delete from jobs.job where name = ${job.name} and state < 'active'`.execute(db);
  for (const { end } of running) end();
});

test('jobs of a backup are in their lanes again', async () => {
  const data = { person: 'etek', device: 'phone', about: 'close' };
  const waiting = { id: crypto.randomUUID(), name: 'send_push', data, startAfter: new Date() };
  await db.transaction().execute((tx) => platform.jobs.requeue(tx, [waiting]));
  const { rows } = await sql`select group_id, singleton_key from jobs.job where id = ${waiting.id}`.execute(db);
  expect(rows).toEqual([{ group_id: 'etek 0', singleton_key: 'phone close' }]);
});

test('the queues have the names under which earlier releases have queued jobs', () => {
  expect(featureParts.jobs.map(({ name }) => name).toSorted()).toEqual([
    'ask_if_open',
    'close_warungs',
    'nightly',
    'open_posts',
    'publish_banner_times',
    'remind_of_waiting',
    'remove_files',
    'send_last_push',
    'send_mail',
    'send_push',
    'settle_decision',
    'sum_files',
    'sweep_expired',
    'tell_dishes',
    'tell_of_week',
  ]);
});
