import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { sendMail } from '../../features/auth/rules-mails.ts';
import { startTestServer } from '../../testing/server.ts';
import { noteBackup } from '../backup/last-backup.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { measureJobs } from './metrics-jobs.ts';

const { db, platform } = await startTestServer();
const runs = (text: string) => platform.database.query<unknown>(text, []).then((rows) => ({ rows }));

const measureWith = (query: (text: string) => Promise<{ rows: unknown[] }>) => {
  const metrics = createMetrics();
  const countFailed = measureJobs(metrics, query, ['send_mail', 'nightly']);
  const lines = async () => (await metrics.render()).split('\n').filter((line) => line.startsWith('lapau_'));
  return { countFailed, lines };
};

test('what is due and has not begun is counted by queue, with the age of the oldest', async () => {
  const mail = { mail: 'reset_password', to: 'etek@lapau.test' } as const;
  for (const afterMs of [0, 0, 3_600_000]) await platform.jobs.enqueueNow(sendMail, mail, { afterMs });
  await sql`update jobs.job set start_after = start_after - interval '10 minutes' where name = 'send_mail'`.execute(db);
  const { lines, countFailed } = measureWith(runs);
  countFailed('send_mail');
  const measured = await lines();
  // All databases of the server share one queue of NOTIFY, and other tests fill it.
  expect(measured.filter((line) => !/^lapau_(jobs_oldest|schedules|notify_queue)/.test(line))).toEqual([
    'lapau_database_up 1',
    'lapau_jobs_waiting{queue="send_mail"} 2',
    'lapau_jobs_waiting{queue="nightly"} 0',
    'lapau_deletion_waiting 0',
    'lapau_jobs_failed_total{queue="send_mail"} 1',
    'lapau_jobs_failed_total{queue="nightly"} 0',
  ]);
  const age = measured.find((line) => line.startsWith('lapau_jobs_oldest_waiting_seconds{queue="send_mail"}')) ?? '';
  expect(Number(age.split(' ')[1])).toBeGreaterThanOrEqual(600);
  expect(Number(age.split(' ')[1])).toBeLessThan(3600);
});

test('many who ask are one question in ten seconds', async () => {
  const query = vi.fn<typeof runs>(runs);
  const { lines } = measureWith(query);
  await Promise.all([lines(), lines(), lines()]);
  await lines();
  expect(query).toHaveBeenCalledTimes(2); // the second statement reads everything but the queues
});

test.each([
  ['fails', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ['does not answer', () => new Promise<never>(() => {})],
])('a database that %s is said to be down, and nothing of the queues', async (_what, query) => {
  const known = (await measureWith(query).lines()).filter((line) => !line.startsWith('lapau_jobs_failed_total'));
  expect(known).toEqual(['lapau_database_up 0']);
});

test('the time of the last backup is absent before the first', async () => {
  const backups = async () => (await measureWith(runs).lines()).filter((line) => line.startsWith('lapau_last_backup'));
  expect(await backups()).toEqual([]);
  await noteBackup(db, '2026-11-20T19:30:00.250Z');
  expect(await backups()).toEqual([
    `lapau_last_backup_timestamp_seconds ${Date.UTC(2026, 10, 20, 19, 30) / 1_000 + 0.25}`,
  ]);
});

test('the time of the last look at the schedules is absent before the first, and told as it was noted, ahead of now too', async () => {
  const checks = async () => (await measureWith(runs).lines()).filter((line) => line.startsWith('lapau_schedules'));
  await platform.jobs.close();
  await sql`update jobs.version set cron_on = null`.execute(db);
  expect(await checks()).toEqual([]);
  await sql`update jobs.version set cron_on = '2099-11-20T19:30:00.250Z'`.execute(db);
  expect(await checks()).toEqual([
    `lapau_schedules_checked_timestamp_seconds ${Date.UTC(2099, 10, 20, 19, 30) / 1_000 + 0.25}`,
  ]);
});
