import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { nightly, nightlyWorker } from './nightly.ts';

test('a nightly run that was missed while no process ran happens at the next start, in one process only', async () => {
  const first = await startTestServer();
  await nightlyWorker([]).start(first.platform);
  // This dates the start back by three days, and the last look at the schedules by two.
  await sql`update jobs.schedule set created_on = now() - interval '3 days'`.execute(first.db);
  await sql`update jobs.version set cron_on = now() - interval '2 days'`.execute(first.db);
  await first.platform.jobs.close();

  const runs: number[] = [];
  for (const process of [1, 2]) {
    const { platform } = await startTestServer({ databaseUrl: first.databaseUrl });
    await nightlyWorker([{ name: 'a task', run: async () => void runs.push(process) }]).start(platform);
  }
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select state from jobs.job where name = 'nightly'`.execute(first.db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(states).toEqual(['completed']);
  expect(runs).toHaveLength(1);
});

test('a task that fails is logged, the other tasks run, and the nightly run is repeated', async () => {
  const { platform, db } = await startTestServer();
  const logged = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const ran: string[] = [];
  const task = (name: string, fails = false) => ({
    name,
    run: async () => {
      ran.push(name);
      if (fails) throw new Error('no');
    },
  });
  await nightlyWorker([task('one'), task('two', true), task('three')]).start(platform);
  await platform.jobs.enqueueNow(nightly, {});
  const state = async () => (await sql`select state from jobs.job where name = 'nightly'`.execute(db)).rows;
  await expect.poll(state).toEqual([{ state: 'retry' }]);
  expect(ran).toEqual(['one', 'two', 'three']);
  expect(logged.mock.calls).toEqual([[{ err: expect.any(Error), task: 'two' }, 'a nightly task failed']]);
});
