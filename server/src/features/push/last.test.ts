import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildRecoveryCode, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { sendPushes, startPushWorker } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import { targetOf } from './policy.ts';
import { findDevicesWithAddress } from './queries.ts';
import { sendLastPush } from './rules-last.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network, logLevel: 'silent' });
await startPushWorker(server, 'send_last_push');
const { call, db } = server;
const admin = await buildAdmin(server);

async function subscribe(person: { cookie: string; token: string }) {
  const browser = service.browser(server.platform.push.publicKey);
  await call('subscribe_push', browser.subscription, person);
  return browser;
}
const receivedBy = ({ name }: { name: string }) => service.received.filter(({ to }) => to === name);
const devicesOf = ({ id }: { id: string }) =>
  db.selectFrom('push_subscriptions').where('user_id', '=', id).select('id').execute();
const demote = ({ id, full_name, email }: BuiltMember) =>
  call('update_user_by_admin', { user_id_to_update: id, new_full_name: full_name, new_email: email }, admin);

test('an admin who is demoted is told on every device, though all are signed out by it (D80)', async () => {
  const former = await buildAdmin(server);
  const other = await buildSession(server, former.id);
  const browsers = [await subscribe(former), await subscribe(other)];
  // The push is about the account itself, and so comes though decisions are switched off.
  await call('set_push_settings', { decisions: false }, former);
  await demote(former);
  expect(await devicesOf(former)).toEqual([]);
  for (const browser of browsers) {
    await expect.poll(() => receivedBy(browser), { timeout: 20_000 }).toHaveLength(1);
    expect(receivedBy(browser)[0]).toMatchObject({
      urgency: 'high',
      payload: {
        body: expect.stringMatching(/^Seorang admin mengubah peran Anda: Anda bukan admin lagi/),
        url: '/login',
      },
    });
  }
});

test('whose password was set by a code is told on every device that is signed out by it, texts hidden where they are', async () => {
  const [member, hiding] = [await buildMember(server), await buildMember(server)];
  const [browser, hidden] = [await subscribe(member), await subscribe(hiding)];
  await call('set_push_settings', { hides_content: true }, hiding);
  for (const person of [member, hiding]) {
    const code = await buildRecoveryCode(server, person);
    await call('reset_password_with_code', { code, new_password: 'kata sandi baru' });
  }
  await expect.poll(() => receivedBy(browser), { timeout: 20_000 }).toHaveLength(1);
  expect(receivedBy(browser)[0]?.payload.body).toMatch(/^Kata sandi Anda diganti dengan kode pemulihan/);
  await expect.poll(() => receivedBy(hidden), { timeout: 20_000 }).toHaveLength(1);
  expect(receivedBy(hidden)[0]?.payload).toEqual({
    tag: 'notifications',
    title: 'Notifikasi baru',
    url: '/login',
    unread: 0,
  });
});

test('a last push that its service does not take is sent again later, and none to a device that is gone', async () => {
  const [former, gone] = [await buildAdmin(server), await buildAdmin(server)];
  const [browser, goneBrowser] = [await subscribe(former), await subscribe(gone)];
  browser.answers.push({ status: 500 });
  goneBrowser.answers.push({ status: 410 });
  await demote(former);
  await demote(gone);
  const waiting = async () => {
    const { rows } = await sql<{ attempt: number; state: string }>`
      select (data ->> 'attempt')::int as attempt, state from jobs.job
      where name = 'send_last_push' and state in ('created', 'retry', 'active')`.execute(db);
    return rows;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ attempt: 1, state: 'created' }]);
});

test('one that was queued while this machine’s clock was a year ahead waits at its service for a day at most', async () => {
  const member = await buildMember(server);
  const browser = await subscribe(member);
  const [device] = await findDevicesWithAddress(db, member.id);
  if (!device) throw new Error('the device is not there');
  await server.platform.jobs.enqueueNow(sendLastPush, {
    device: device.id,
    person: member.id,
    target: targetOf(device),
    payload: { tag: 'notifications', title: 'Notifikasi baru', url: '/login', unread: 0 },
    attempt: 0,
    turnedAway: 0,
    expires_at: Date.now() + 365 * 86_400_000,
  });
  await expect.poll(() => receivedBy(browser), { timeout: 20_000 }).toHaveLength(1);
  expect(receivedBy(browser)[0]?.ttl).toBe(86_400);
});

test('what is about the account is pushed at night too', async () => {
  const former = await buildAdmin(server);
  await demote(former);
  const again = await buildSession(server, former.id);
  const browser = await subscribe(again);
  await sendPushes(server, 2);
  await call('request_recovery_code', { user_id: former.id }, admin);
  await sendPushes(server, 2);
  expect(receivedBy(browser).map(({ payload }) => payload.body)).toEqual([
    expect.stringMatching(/ meminta kode pemulihan untuk akun Anda/),
  ]);
});
