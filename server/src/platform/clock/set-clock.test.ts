import { sql } from 'kysely';
import { describe, test, vi } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { defineJob } from '../jobs/jobs.ts';
import { nightlyWorker } from '../workers/nightly.ts';
import { workAt } from '../workers/worker.ts';

/** A refused pass over the schedules is repeated after 31 seconds, and after a clock was set there are two passes. */
const patience = { timeout: 120_000 };

/** Dates the schedules back, as if they had been there for days. */
const ageSchedules = ({ db }: TestServer) =>
  sql`update jobs.schedule set created_on = now() - interval '3 days'`.execute(db);

const noteYearAhead = async ({ db }: TestServer) => {
  const columns = (...names: string[]) => sql.raw(names.map((name) => `${name} = now() + interval '1 year'`).join());
  await sql`update jobs.version set ${columns('cron_on', 'flow_on', 'bam_on', 'reindex_on', 'monitor_backoff_on')}`.execute(
    db,
  );
  await sql`update jobs.queue set ${columns('monitor_claim_on', 'monitor_on', 'maintain_on', 'delta_on')}`.execute(db);
};

const findAhead = async ({ db }: TestServer) => {
  const { rows } = await sql`
    select greatest(cron_on, flow_on, bam_on, reindex_on, monitor_backoff_on) as noted from jobs.version
    union all select greatest(monitor_claim_on, monitor_on, maintain_on, delta_on) from jobs.queue`.execute(db);
  return (rows as { noted: Date | null }[]).filter(({ noted }) => noted && noted.getTime() > Date.now() + 60_000);
};

/** Has the server run a nightly task, and adds to `runs` when it does. */
const runNights = async (server: TestServer, runs: string[]) => {
  await nightlyWorker([{ name: 'a task', run: async () => void runs.push('night') }]).start(server.platform);
  await ageSchedules(server);
};

/** Sets the clock by which pg-boss stores and compares all times. */
const setClock = ({ db }: TestServer, ahead: string) =>
  sql
    .raw(
      `create or replace function jobs.job_now() returns timestamptz language sql stable
       as $$ select pg_catalog.now() + interval '${ahead}' $$`,
    )
    .execute(db);

const startServer = (databaseUrl?: string) =>
  startTestServer({ logLevel: 'fatal', ...(databaseUrl && { databaseUrl }) });
const [stopped, running, withSetClock] = [await startServer(), await startServer(), await startServer()];
await runNights(stopped, []);
await stopped.platform.jobs.close();
await noteYearAhead(stopped);
const started = await startServer(stopped.databaseUrl);

// The tests run at once, as each of them waits for half a minute.
describe.concurrent('the nightly run', () => {
  test.for([
    ['before a start', started],
    ['while the process runs', running],
  ] as const)(
    'comes though the last look at the schedules was noted a year ahead %s',
    async ([, server], { expect }) => {
      const runs: string[] = [];
      await runNights(server, runs);
      if (server === running) await noteYearAhead(server);
      await expect.poll(() => runs, patience).toContain('night');
      expect(await findAhead(server)).toEqual([]);
    },
  );

  test('is not jumped over by a clock that is set while the process runs, nor taken for done when it is set back', async ({
    expect,
  }) => {
    const server = withSetClock;
    const warned = vi.spyOn(server.platform.log, 'warn');
    const said = () => warned.mock.calls.map((call) => call.at(-1)).filter((text) => /clock/.test(String(text)));
    const wasSet = ['the clock of the database was set', 'times that lie ahead of the clock are taken as never noted'];
    const runs: string[] = [];
    const [hour, minute] = new Date(Date.now() + 30 * 60_000)
      .toLocaleTimeString('en-GB', { timeZone: 'Asia/Jakarta', hour: 'numeric', minute: 'numeric' })
      .split(':')
      .map(Number);
    await workAt(`${minute} ${hour} * * *`, defineJob('nightly', {}), async () => void runs.push('it')).start(
      server.platform,
    );
    await ageSchedules(server);
    await setClock(server, '1 hour');
    await expect.poll(() => runs, patience).toHaveLength(1);
    await expect.poll(said, patience).toEqual(wasSet);
    await setClock(server, '0');
    // Yesterday's run comes, as it is not known whether it has come.
    await expect.poll(() => runs, patience).toHaveLength(2);
    // No slot ahead of now stays taken, as the run of half an hour later would count as sent.
    const taken = sql`select singleton_on from jobs.job where singleton_on > now() at time zone 'UTC'`;
    const findTaken = async () => (await taken.execute(server.db)).rows;
    await expect.poll(findTaken, patience).toEqual([]);
    expect(said()).toEqual([...wasSet, ...wasSet]);
  });
});
