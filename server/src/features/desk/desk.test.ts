import { daysUntil, localDay } from '@lapau/contract/day';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildMember,
  buildPost,
  buildReport,
  buildSeller,
} from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { remindOfWaiting } from './rules.ts';

const server = await startTestServer();
const { call, db, platform } = server;
const admin = await buildAdmin(server);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('the figures count people, visits, posts and what waits', async () => {
  const reader = await buildMember(server);
  await buildSeller(server);
  const days = daysUntil(localDay(new Date()), 30);
  for (const day of [days[0] ?? '', days[28] ?? ''])
    await db.insertInto('daily_visits').values({ day, user_id: reader.id }).execute();
  const firstHour = new Date(`${days[0]}T00:30:00+07:00`);
  await buildPost(server, { created_at: firstHour });
  const { reported_post_id } = await buildReport(server, { created_at: hoursAgo(30) });
  await buildReport(server, { reported_post_id });
  await buildApplication(server);
  await call('update_app_setting', { key_to_update: 'site_title', value_to_update: 'Lapau Kapur IX' }, admin);
  await call('get_feed', {}, reader);
  // A visit is written after its call is answered.
  await expect.poll(async () => (await call('get_admin_stats', {}, admin)).daily_visitors).toBe(2);
  const stats = await call('get_admin_stats', {}, admin);
  const count = async (table: 'profiles' | 'posts') =>
    (await db.selectFrom(table).select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  expect(stats).toMatchObject({
    total_users: await count('profiles'),
    total_sellers: 3,
    daily_visitors: 2,
    waiting: { applications: { count: 1 }, reports: { count: 1 }, appeals: { count: 0, oldest_at: null } },
  });
  expect(stats.days.map(({ day }) => day)).toEqual(days);
  expect(stats.days.map(({ visitors }) => visitors)).toEqual([1, ...Array.from({ length: 27 }, () => 0), 1, 2]);
  expect(stats.days[0]).toMatchObject({ posts: 1 });
  expect(stats.days.at(-1)).toMatchObject({ posts: (await count('posts')) - 1 });
  expect(stats.default_settings).not.toContain('site_title');
  expect(stats.default_settings).toContain('about_text');
});

test('what waits for a day is told to all admins once', async () => {
  await db.deleteFrom('reports').execute();
  const second = await buildAdmin(server);
  await buildReport(server, { created_at: hoursAgo(24.5) });
  const told = async () =>
    (await call('get_notifications', {}, second))
      .filter(({ type }) => type === 'items_waiting')
      .map((one) => one.content);
  await platform.transaction((tx) => remindOfWaiting(tx, new Date()));
  expect(await told()).toEqual(['Menunggu lebih dari sehari: 1 laporan.']);
  await call('delete_my_notifications', {}, second);
  await platform.transaction((tx) => remindOfWaiting(tx, new Date(Date.now() + 3_600_000)));
  expect(await told()).toEqual([]);
  // The job did not run for half a day, and then runs twice.
  await buildReport(server, { created_at: hoursAgo(20) });
  const later = new Date(Date.now() + 12 * 3_600_000);
  await platform.transaction((tx) => remindOfWaiting(tx, later));
  expect(await told()).toEqual(['Menunggu lebih dari sehari: 2 laporan.']);
  await call('delete_my_notifications', {}, second);
  await platform.transaction((tx) => remindOfWaiting(tx, later));
  expect(await told()).toEqual([]);
});

test('an application that waits for two days is told once more', async () => {
  await db.deleteFrom('seller_applications').execute();
  await db.deleteFrom('reports').execute();
  await call('delete_my_notifications', {}, admin);
  await db
    .updateTable('waiting_reminder')
    .set({ reminded_until: hoursAgo(49) })
    .execute();
  await buildApplication(server, { created_at: hoursAgo(48.5) });
  const told = async () =>
    (await call('get_notifications', {}, admin)).flatMap(({ type, content }) =>
      type === 'items_waiting' ? content : [],
    );
  await platform.transaction((tx) => remindOfWaiting(tx, hoursAgo(24)));
  expect(await told()).toEqual(['Menunggu lebih dari sehari: 1 pengajuan.']);
  await call('delete_my_notifications', {}, admin);
  await platform.transaction((tx) => remindOfWaiting(tx, hoursAgo(1)));
  expect(await told()).toEqual([]);
  await buildApplication(server, { created_at: hoursAgo(20) });
  await platform.transaction((tx) => remindOfWaiting(tx, new Date()));
  expect(await told()).toEqual(['Menunggu lebih dari sehari: 1 pengajuan (sudah dua hari).']);
  await call('delete_my_notifications', {}, admin);
  await platform.transaction((tx) => remindOfWaiting(tx, new Date()));
  expect(await told()).toEqual([]);
  await platform.transaction((tx) => remindOfWaiting(tx, new Date(Date.now() + 5 * 3_600_000)));
  expect(await told()).toEqual(['Menunggu lebih dari sehari: 2 pengajuan (1 sudah dua hari).']);
});

test('the log is filtered by person, action and item, and says why', async () => {
  const member = await buildMember(server);
  await call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true, reason: 'Penipuan.' }, admin);
  await call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: false }, admin);
  const log = await call('get_audit_log', { target_id: member.id }, admin);
  expect(log).toMatchObject([
    { actor_name: admin.full_name, target_user_name: member.full_name, reason: '', details: { suspended: false } },
    { action: 'toggle_user_suspension', reason: 'Penipuan.', details: { suspended: true } },
  ]);
  const [{ id, created_at }] = log as [(typeof log)[0]];
  expect(await call('get_audit_log', { person_id: member.id, before: { id, created_at } }, admin)).toEqual([log[1]]);
  expect(await call('get_audit_log', { action: 'delete_post' }, admin)).toEqual([]);
});
