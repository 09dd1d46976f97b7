import { notificationTypes } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildAppealToken,
  buildDecision,
  buildMember,
  buildPost,
  buildSeller,
  buildSession,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { startPushService } from '../../testing/push-service.ts';
import { sendPushes, startPushWorker } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { makeAdminByOperator } from '../auth/rules-operator.ts';
import { askIfOpen } from '../warungs/rules-nightly.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network });
await startPushWorker(server, 'send_last_push');
const { call, db } = server;
const admin = await buildAdmin(server);

const give = ({ id, full_name, email }: BuiltMember, new_role: 'pembeli' | 'penjual' | 'admin') =>
  call('update_user_by_admin', { user_id_to_update: id, new_full_name: full_name, new_email: email, new_role }, admin);
const listOf = async ({ id }: { id: string }) =>
  call('get_notifications', { limit: 50 }, await buildSession(server, id));
const typesOf = async (person: { id: string }) => (await listOf(person)).map(({ type }) => type as string).toSorted();
const badgeOf = async ({ id }: { id: string }) =>
  (await call('get_session', {}, await buildSession(server, id)))?.unread.notifications;

/** Tells a person of one thing of each type, which they have read or not. */
const tellOfAll = ({ id }: { id: string }, is_read = false) =>
  db
    .insertInto('notifications')
    .values(
      notificationTypes.map((type) => ({ user_id: id, sender_id: admin.id, type, content: `Kabar ${type}`, is_read })),
    )
    .execute();

const adminsOnly = [
  'items_waiting',
  'new_appeal',
  'new_report',
  'new_seller_application',
  'new_user_signup',
  'recovery_request',
  'weekly_summary',
];
const sellersOnly = ['application_approved', 'still_open'];
const without = (types: string[]) => notificationTypes.filter((type) => !types.includes(type)).toSorted();

describe('what was told because of a role goes with it (D131)', () => {
  test.each([
    ['an admin', 'admin', 'pembeli', [...adminsOnly, ...sellersOnly]],
    ['an admin', 'admin', 'penjual', adminsOnly],
    ['a cook', 'penjual', 'pembeli', [...adminsOnly, ...sellersOnly]],
    ['a cook', 'penjual', 'admin', adminsOnly],
    ['a buyer', 'pembeli', 'admin', [...adminsOnly, ...sellersOnly]],
  ] as const)('from the list and the badge of %s (%s) who becomes %s', async (_who, role, after, gone) => {
    const person = await buildMember(server, { role });
    await tellOfAll(person);
    await tellOfAll(person, true);
    await give(person, after);
    const left = without([...gone, 'role_changed']);
    expect(await typesOf(person)).toEqual([...left, ...left, 'role_changed'].toSorted());
    expect(await badgeOf(person), 'with the news of the role itself').toBe(left.length + 1);
  });

  test('from a suspended admin too, and does not come back with the role', async () => {
    const former = await buildAdmin(server);
    await tellOfAll(former);
    await call('toggle_user_suspension', { user_id_to_toggle: former.id, suspended: true }, admin);
    await give(former, 'pembeli');
    await give({ ...former, role: 'pembeli' }, 'admin');
    await call('toggle_user_suspension', { user_id_to_toggle: former.id, suspended: false }, admin);
    const types = await typesOf(former);
    expect(types.filter((type) => [...adminsOnly, ...sellersOnly].includes(type))).toEqual([]);
  });

  test('nor what the release before left to somebody whom the operator makes an admin', async () => {
    const former = await buildMember(server);
    await tellOfAll(former);
    await makeAdminByOperator(server.platform, { name: former.full_name, email: former.email });
    expect(await typesOf(former)).toEqual(without([...adminsOnly, ...sellersOnly, 'role_changed']));
  });

  test('of reports, applications, sign-ups and appeals as people cause them', async () => {
    const former = await buildAdmin(server);
    const member = await buildMember(server);
    await call('create_report', { reported_post_id: (await buildPost(server)).id, reason: 'Bukan makanan' }, member);
    await call('submit_application', await callInputs.submit_application(server, member), member);
    const suspended = await buildMember(server, { is_suspended: true });
    const about = { subject_type: 'user', subject_id: suspended.id, user_id: suspended.id, action: 'suspend' } as const;
    await buildDecision(server, admin, about);
    const token = await buildAppealToken(server, suspended);
    await call('submit_appeal', { token, appeal_text: 'Saya tidak menipu.' });
    expect(await typesOf(former)).toEqual(['new_appeal', 'new_report', 'new_seller_application']);
    await give(former, 'pembeli');
    expect(await typesOf(former)).toEqual(['role_changed']);
    expect(await typesOf(admin)).toEqual(
      expect.arrayContaining(['new_appeal', 'new_report', 'new_seller_application']),
    );
  });

  test('also of what is told at the same moment', async () => {
    const [former, other] = [await buildAdmin(server), await buildAdmin(server)];
    const report = async () =>
      call(
        'create_report',
        { reported_post_id: (await buildPost(server)).id, reason: 'Bukan makanan' },
        await buildMember(server),
      );
    await report();
    await call('mark_notifications_read', {}, former);
    const both = await db.transaction().execute(async (tx) => {
      // The report has told the first admin, and waits to tell the second one.
      await tx.selectFrom('notifications').where('user_id', '=', other.id).selectAll().forUpdate().execute();
      const reported = report();
      await untilLockWait(db);
      const demoted = give(former, 'pembeli');
      const isDone = demoted.then(() => true);
      await expect
        .poll(async () => (await Promise.race([isDone, countLockWaits()])) === true || (await countLockWaits()) === 2)
        .toBe(true);
      return [reported, demoted];
    });
    await Promise.all(both);
    expect(await typesOf(former)).toEqual(['role_changed']);
  });
});

const countLockWaits = async () =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db))
    .rows.length;

test('a cook who becomes a buyer is asked and told nothing about the stall any more, on the open page and the device too', async () => {
  const cook = await buildSeller(server, { warung: { closes_nightly: true, is_open: true } });
  const browser = service.browser(server.platform.push.publicKey);
  await call('subscribe_push', browser.subscription, cook);
  await db
    .updateTable('push_subscriptions')
    .where('user_id', '=', cook.id)
    .set({ shown_tags: ['notifications'] })
    .execute();
  const application = { type: 'application_approved' as const, content: 'Selamat! Pengajuan disetujui.' };
  await db
    .insertInto('notifications')
    .values({ user_id: cook.id, ...application })
    .execute();
  const night = new Date('2026-11-21T14:00:00Z');
  await askIfOpen(db, server.platform.transaction, night);
  expect(await typesOf(cook)).toEqual(['application_approved', 'still_open']);
  const page = await openPage(server.url, { cookie: cook.cookie });
  await give(cook, 'pembeli');
  const unread = (await page.signals()).flatMap(([, signal]) =>
    signal.type === 'notifications_changed' ? [signal.unread] : [],
  );
  expect(unread).toEqual([0, 1]);
  expect(await typesOf(cook)).toEqual(['role_changed']);
  await call('mark_notifications_read', {}, cook);
  await sendPushes(server);
  expect(service.received.findLast(({ to }) => to === browser.name)?.payload).toEqual({
    tag: 'notifications',
    unread: 0,
  });
  await askIfOpen(db, server.platform.transaction, night);
  expect(await typesOf(cook), 'the stall is kept for when the role comes back').toEqual(['role_changed']);
});

test('the stall’s deletion withdraws them at once, and taking it back does not tell them again', async () => {
  const cook = await buildSeller(server);
  await tellOfAll(cook);
  const { decision } = await call('delete_warung_by_admin', { warung_id: cook.id }, admin);
  expect((await typesOf(cook)).filter((type) => sellersOnly.includes(type))).toEqual([]);
  await call('undo_decision', { decision_id: decision!.id }, admin);
  expect((await typesOf(cook)).filter((type) => sellersOnly.includes(type))).toEqual([]);
});

test('a push that waits is not sent to who is no admin any more, and the last one takes the place of those that show', async () => {
  const former = await buildAdmin(server);
  const browser = service.browser(server.platform.push.publicKey);
  const received = () => service.received.filter(({ to }) => to === browser.name).map(({ payload }) => payload);
  await call('subscribe_push', browser.subscription, former);
  const report = async () =>
    call(
      'create_report',
      { reported_post_id: (await buildPost(server)).id, reason: 'Bukan makanan' },
      await buildMember(server),
    );
  await report();
  await sendPushes(server);
  await report();
  await give(former, 'penjual');
  await sendPushes(server);
  await expect.poll(received).toMatchObject([
    { tag: 'notifications', title: 'Menunggu admin' },
    { tag: 'notifications', title: 'Keputusan admin', unread: 0 },
  ]);
  // The former admin signs in again in the same browser.
  await call('subscribe_push', browser.subscription, await buildSession(server, former.id));
  await sendPushes(server);
  expect(received()).toHaveLength(2);
});
