import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { checkJobs } from './check-database.ts';

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
