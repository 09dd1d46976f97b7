import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { checkJobs, checkServer } from './check-database.ts';

test.each([
  ['null', 'ok', 'none is late, none has failed'],
  [`now() - interval '1 minute'`, 'ok', 'none is late, none has failed'],
  [`now() - interval '3 hours'`, 'warning', 'no schedule was looked at for 3 hours'],
  [`now() + interval '30 seconds'`, 'ok', 'none is late, none has failed'],
  [`now() + interval '90 minutes'`, 'warning', 'schedules were last looked at 90 minutes ahead of now'],
  [`now() + interval '366 days'`, 'warning', 'schedules were last looked at 8784 hours ahead of now'],
])('of schedules that were last looked at %s it says %s', async (noted, state, text) => {
  const { db, platform } = await startTestServer();
  await platform.jobs.close();
  await sql`update jobs.version set cron_on = ${sql.raw(noted)}`.execute(db);
  expect(await checkJobs(db)).toMatchObject([{ check: 'jobs', state, text }]);
});

test.each([
  [14, ['Lapau may have 14 connections at once, and calls that find none are answered 503']],
  [15, []],
])('of a database that may have %i connections it says whether they are enough', async (limit, expected) => {
  const { db, databaseUrl } = await startTestServer();
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql`alter database ${sql.id(name)} connection limit ${sql.lit(limit)}`.execute(db);
  const texts = (await checkServer(db, false)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('connections at once'))).toEqual(expected);
});
