import { localDay, mondaysUntil } from '@lapau/contract/day';
import { deskWeeks } from '@lapau/contract/desk';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildMember,
  buildPost,
  buildReport,
  buildSeller,
} from '../../testing/builders.ts';
import { readCsv } from '../../testing/csv.ts';
import { startTestServer } from '../../testing/server.ts';
import { tellOfWeek } from './rules-week.ts';

const server = await startTestServer();
const { call, db, platform } = server;
const longAgo = new Date('2026-01-01T00:00:00Z');
const admin = await buildAdmin(server, { created_at: longAgo });
const [lastMonday = '', monday = ''] = mondaysUntil(localDay(new Date()), 2);
/** A moment of the last whole week, in hours after its Monday began in Asia/Jakarta. */
const lastWeek = (hours: number) => new Date(Date.parse(`${lastMonday}T00:00:00+07:00`) + hours * 3_600_000);
const nextMonday = new Date(Date.parse(`${monday}T07:00:00+07:00`));

const summaries = async () =>
  (await call('get_notifications', {}, admin)).flatMap(({ type, content }) =>
    type === 'weekly_summary' ? content : [],
  );
const tell = (now: Date) => platform.transaction((tx) => tellOfWeek(tx, now));

test('nobody is told of a week in which nothing happened', async () => {
  await tell(nextMonday);
  expect(await summaries()).toEqual([]);
});

test('a week has what came in its days in Asia/Jakarta, and what waited longest', async () => {
  const old = await buildMember(server, { created_at: longAgo });
  const seller = await buildSeller(server, { profile: { created_at: longAgo } });
  await buildMember(server, { created_at: lastWeek(0) });
  await buildMember(server, { created_at: lastWeek(7 * 24 - 0.01) });
  await buildMember(server, { created_at: lastWeek(-0.01) });
  const { id } = await buildPost(server, { user_id: seller.id, created_at: lastWeek(1) });
  // A dish that is posted again was new only once, and an admin's post is no dish.
  const again = { user_id: seller.id, created_at: lastWeek(2), first_posted_at: lastWeek(-60) };
  await buildPost(server, again);
  await buildPost(server, { user_id: admin.id, is_admin_post: true, created_at: lastWeek(3) });
  const { reported_post_id } = await buildReport(server, {
    reported_post_id: id,
    reporter_id: old.id,
    created_at: lastWeek(30),
  });
  await buildReport(server, { reported_post_id, reporter_id: admin.id, created_at: lastWeek(31) });
  const application = await buildApplication(server, { user_id: old.id, created_at: lastWeek(-40) });
  await db
    .updateTable('seller_applications')
    .set({ status: 'rejected', decided_at: lastWeek(20) })
    .where('id', '=', application.id)
    .execute();
  await db
    .updateTable('reports')
    .set({ status: 'dismissed', decided_at: lastWeek(40) })
    .execute();
  const [current, last, before] = await call('get_admin_weeks', {}, admin);
  expect(current?.monday).toBe(monday);
  expect(last).toEqual({
    monday: lastMonday,
    new_people: 2,
    new_posts: 1,
    reported_posts: 1,
    reported_comments: 0,
    reported_messages: 0,
    longest_wait: { what: 'application', hours: 60 },
  });
  expect(before).toMatchObject({ new_people: 1, new_posts: 1, longest_wait: { what: 'application', hours: 40 } });
});

test('the admins are told of the last whole week once, whenever the job runs', async () => {
  await db.updateTable('waiting_reminder').set({ told_week: null }).execute();
  await tell(nextMonday);
  const [content] = await summaries();
  expect(content).toMatch(
    /^Pekan .+: 2 orang baru, 1 masakan baru, 1 yang dilaporkan\. Paling lama menunggu: pengajuan, 2 hari\.$/,
  );
  await call('delete_my_notifications', {}, admin);
  await tell(new Date(nextMonday.getTime() + 86_400_000));
  expect(await summaries()).toEqual([]);
});

test('the weeks are a file, and the log says who took it', async () => {
  const file = await server.request('/export/mingguan.csv', {}, admin);
  const rows = readCsv(Buffer.from(await file.arrayBuffer()));
  expect(rows).toHaveLength(deskWeeks);
  expect(rows[1]).toMatchObject({
    'Pekan mulai': lastMonday,
    'Orang baru': '2',
    'Masakan baru': '1',
    'Postingan dilaporkan': '1',
    'Paling lama menunggu': 'pengajuan',
    'Menunggu (jam)': '60',
  });
  expect(await call('get_audit_log', { action: 'export_weeks' }, admin)).toMatchObject([
    { actor_name: admin.full_name },
  ]);
});
