import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { retentions } from './app.ts';
import { authWorkers } from './features/auth/jobs.ts';
import { sendMail } from './features/auth/rules-mails.ts';
import { openDuePosts } from './features/posts/rules-availability.ts';
import { askIfOpen, closeUnconfirmed } from './features/warungs/rules-nightly.ts';
import { openDatabase } from './platform/database/database.ts';
import type { Db } from './platform/database/database.ts';
import { sweepFiles } from './platform/files/sweep.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log/log.ts';
import { programFolder } from './platform/process/program-folder.ts';
import { applyRetention } from './platform/transactions/retention.ts';
import { migrate } from './platform/upgrade/migrate.ts';
import { buildMember, buildPendingSignUp, buildPost, buildSeller } from './testing/builders.ts';
import { placeFile, storedFiles } from './testing/file-place.ts';
import { jumpClock, trustClock } from './testing/jumped-clock.ts';
import { plainPicture, uploadTo } from './testing/pictures.ts';
import { createTestDatabase, startTestServer } from './testing/server.ts';

// retention.test.ts tries each table after a jump of the clock; these tests try all else that happens because something is
// old (D110).

const server = await startTestServer();
const { db, platform } = server;
const { dataFolder } = platform.config;

test('a clock that jumps while rows are deleted stops it at the next thousand', async () => {
  const { id } = await buildMember(server);
  await sql`
    insert into notifications (user_id, type, content, created_at)
    select ${id}, 'new_report', '', now() - interval '1 year' from generate_series(1, 2500)`.execute(db);
  const { deleteExpired } = retentions.find(({ table }) => table === 'notifications')!;
  const left = async () =>
    (await db.selectFrom('notifications').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  await applyRetention(platform, {
    table: 'notifications',
    deleteExpired: async (tx, limit) => {
      await jumpClock(tx.db);
      return deleteExpired(tx, limit);
    },
  });
  expect(await left()).toBe(1_500);
  await trustClock(db);
  await applyRetention(platform, { table: 'notifications', deleteExpired });
  expect(await left()).toBe(0);
});

test('photos that nothing shows yet and files without a row stay until the clock is trusted', async () => {
  const owner = await buildSeller(server);
  const png = await plainPicture().png().toBuffer();
  const { body: photo } = await uploadTo(server, `posts/${owner.id}`, png, owner);
  const stored = async () => (await server.request(`/storage/posts/${photo.path}`)).ok;
  const lost = path.join(dataFolder, `.upload-${randomUUID()}`);
  await writeFile(lost, '');
  await jumpClock(db);
  await sweepFiles(platform, -60_000);
  expect([await stored(), (await readdir(dataFolder)).includes(path.basename(lost))]).toEqual([true, true]);
  await trustClock(db);
  await sweepFiles(platform, -60_000);
  expect([await stored(), (await readdir(dataFolder)).includes(path.basename(lost))]).toEqual([false, false]);
});

test('what was stored just before a jump of less than two days, which is believed, stays', async () => {
  const owner = await buildSeller(server);
  const png = await plainPicture().png().toBuffer();
  const { body: photo } = await uploadTo(server, `posts/${owner.id}`, png, owner);
  const days = 1.9;
  const before = new Date(Date.now() - days * 86_400_000);
  // The jump makes times that are minutes old look this old.
  await db.updateTable('files').set({ created_at: before }).where('path', '=', photo.path).execute();
  const left = `${owner.id}/left-by-a-crash.webp`;
  await placeFile(platform, { bucket: 'posts', name: left, bytes: png, modifiedAt: before });
  const lost = `.upload-${randomUUID()}`;
  await writeFile(path.join(dataFolder, lost), '');
  await utimes(path.join(dataFolder, lost), before, before);
  await jumpClock(db, days);
  await sweepFiles(platform);
  expect(await storedFiles(platform)).toEqual(expect.arrayContaining([photo.path, left, lost]));
  await trustClock(db);
});

test('mails written as files, and the sign-up that a link is for, stay until the clock is trusted', async () => {
  for (const worker of authWorkers) await worker.start(platform);
  const file = path.join(dataFolder, 'mail', `${Date.now() - 1_000}-abc.eml`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  const { id } = await buildPendingSignUp(server, { expires_at: new Date(Date.now() - 1_000) });
  const left = async () => {
    await sql`delete from jobs.job where name = 'sweep_expired'`.execute(db);
    await platform.jobs.enqueueNow({ name: 'sweep_expired', options: {} }, {});
    const ended = sql`select from jobs.job where name = 'sweep_expired' and state = 'completed'`;
    await expect.poll(async () => (await ended.execute(db)).rows).toHaveLength(1);
    const signUps = await db.selectFrom('pending_sign_ups').select('id').where('id', '=', id).execute();
    return [await readdir(path.dirname(file)), signUps.length];
  };
  await jumpClock(db);
  expect(await left()).toEqual([[path.basename(file)], 1]);
  await trustClock(db);
  expect(await left()).toEqual([[], 0]);
});

test('whoever follows a mailed link deletes no other that is expired', async () => {
  const expired = { identifier: randomUUID(), value: randomUUID(), expires_at: new Date(Date.now() - 1_000) };
  await db.insertInto('verifications').values(expired).execute();
  await platform.auth.findLinkOwner(db, 'resetPassword', 'another');
  const left = db.selectFrom('verifications').select('value').where('value', '=', expired.value);
  expect(await left.execute()).toHaveLength(1);
});

test('no stall is closed or asked for, and no dish opened for good, until the clock is trusted', async () => {
  const cook = await buildSeller(server, {
    warung: { closes_nightly: true, is_open: true, confirmed_at: new Date(0) },
  });
  const { id } = await buildPost(server, {
    user_id: cook.id,
    is_open: false,
    reopens_at: new Date(Date.now() - 1_000),
  });
  const night = async () => {
    await askIfOpen(db, platform.transaction, new Date());
    await closeUnconfirmed(db, platform.transaction, new Date());
    await platform.transaction(openDuePosts);
    const stall = db.selectFrom('warungs').select('is_open').where('id', '=', cook.id);
    const dish = db.selectFrom('posts').select('is_open').where('id', '=', id);
    const asked = db.selectFrom('notifications').select('type').where('user_id', '=', cook.id);
    return {
      stall: (await stall.executeTakeFirstOrThrow()).is_open,
      dish: (await dish.executeTakeFirstOrThrow()).is_open,
      asked: (await asked.execute()).length,
    };
  };
  await jumpClock(db);
  expect(await night()).toEqual({ stall: true, dish: false, asked: 0 });
  await trustClock(db);
  expect(await night()).toEqual({ stall: false, dish: true, asked: 1 });
});

/** Makes the jobs look as if a machine without a battery had queued them in 1970, and lets the next start look after their queues. */
async function ageJobs(on: Db): Promise<void> {
  const since1970 = sql`(now() - timestamptz 'epoch')`;
  await sql`update jobs.job set created_on = created_on - ${since1970}, start_after = start_after - ${since1970},
    keep_until = keep_until - ${since1970}`.execute(on);
  await sql`update jobs.queue set monitor_on = null, maintain_on = null`.execute(on);
}
const waiting = async (on: Db) => (await sql`select from jobs.job where name = 'send_mail'`.execute(on)).rows.length;

test('a mail that waits in the queue stays, whatever the clock says', async () => {
  const own = await startTestServer();
  await own.platform.jobs.enqueueNow(sendMail, { mail: 'reset_password', to: 'etek@lapau.test' });
  await own.platform.jobs.close();
  await ageJobs(own.db);
  await startTestServer({ databaseUrl: own.databaseUrl });
  expect(await waiting(own.db)).toBe(1);
});

test('after 1.0.0 the minute of its schedules is the last run, and the mails that wait stay too', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(programFolder, 'server/src/migrations'), folder, { recursive: true });
  for (const name of await readdir(folder)) if (name >= '0339' && name < 'a') await rm(path.join(folder, name));
  // The views, functions and triggers are left out: today's use columns that were added after 1.0.0.
  for (const name of await readdir(path.join(folder, 'repeatable'))) await rm(path.join(folder, 'repeatable', name));
  const databaseUrl = await createTestDatabase('template1');
  const { db: old, close } = openDatabase(databaseUrl, createLog('fatal'), 2);
  onTestFinished(close);
  await migrate(old, { folder, version: '1.0.0' });
  const jobs = await openJobs(databaseUrl, createLog('fatal'), [{ name: 'send_mail', options: {} }]);
  await jobs.enqueueNow(sendMail, { mail: 'reset_password', to: 'etek@lapau.test' });
  await jobs.close();
  await sql`update jobs.version set cron_on = now() - interval '400 days'`.execute(old);
  await sql`update jobs.job set keep_until = start_after + interval '14 days'`.execute(old);
  await sql`update jobs.queue set retention_seconds = 14 * 24 * 3600`.execute(old);
  await ageJobs(old);
  const upgraded = await startTestServer({ databaseUrl });
  const own = upgraded.db;
  expect(await waiting(own)).toBe(1);
  const brief = sql`select name from jobs.queue where retention_seconds < 2147483647 and name not like '\\_\\_pgboss%'`;
  expect((await brief.execute(own)).rows, 'also what says that a mail has failed for good').toEqual([]);
  const { id } = await buildMember(upgraded);
  await sql`insert into daily_visits (day, user_id) values (current_date - 401, ${id})`.execute(own);
  for (const retention of retentions) await applyRetention(upgraded.platform, retention);
  expect(await own.selectFrom('daily_visits').select('user_id').execute()).toHaveLength(1);
});
