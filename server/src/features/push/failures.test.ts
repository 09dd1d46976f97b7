import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readPushConfig } from '../../platform/push/config-push.ts';
import { buildConversation, buildMember, buildSeller, buildSession } from '../../testing/builders.ts';
import { startFcm } from '../../testing/fcm.ts';
import { startPushService } from '../../testing/push-service.ts';
import type { PushAnswer } from '../../testing/push-service.ts';
import { sendPushes, takePushes } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { sendPush } from './rules.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network, logLevel: 'silent' });

/** Somebody who gets a message. */
async function recipient(on: TestServer) {
  const [person, cook] = [await buildMember(on), await buildSeller(on)];
  const { id } = await buildConversation(on, { user1_id: person.id, user2_id: cook.id });
  return {
    person,
    receive: () => on.call('send_message', { p_conversation_id: id, p_content: 'Ado' }, cook),
    devices: () => on.db.selectFrom('push_subscriptions').where('user_id', '=', person.id).selectAll().execute(),
  };
}

async function withBrowser(host?: string) {
  const to = await recipient(server);
  const browser = service.browser(server.platform.push.publicKey, host);
  await server.call('subscribe_push', browser.subscription, to.person);
  return { ...to, browser };
}

test.each([404, 410])('status %i: the subscription goes', async (status) => {
  const { receive, devices, browser } = await withBrowser();
  browser.answers.push({ status });
  await receive();
  await sendPushes(server);
  expect(await devices()).toEqual([]);
  expect(await takePushes(server)).toEqual([]);
});

test.each([
  { status: 400 },
  { status: 403 },
  { status: 413 },
  // This redirect leads to an address that would answer.
  { status: 307, headers: { location: '/send/elsewhere' } },
])('status $status: it is dropped, and the subscription stays', async (answer: PushAnswer) => {
  const { receive, devices, browser } = await withBrowser();
  browser.answers.push(answer);
  await receive();
  const before = service.requests();
  await sendPushes(server);
  expect(service.requests()).toBe(before + 1);
  expect(await devices()).toHaveLength(1);
  expect(await takePushes(server)).toEqual([]);
});

test.each([
  [{ status: 500 }, 30],
  [{ status: 503, headers: { 'retry-after': '7' } }, 30],
  [{ status: 429, headers: { 'retry-after': '1800' } }, 1800],
] as const)('%o: it is sent again after %i seconds', async (answer, seconds) => {
  const { receive, browser } = await withBrowser();
  browser.answers.push(answer);
  await receive();
  await sendPushes(server);
  expect(service.received.filter(({ to }) => to === browser.name)).toEqual([]);
  const [again] = await sendPushes(server);
  expect(again).toMatchObject({ attempt: 1, delay_seconds: expect.closeTo(seconds, 0) });
  expect(service.received.filter(({ to }) => to === browser.name)).toHaveLength(1);
});

test('a push that may only come after its time is dropped', async () => {
  const { receive, browser } = await withBrowser();
  browser.answers.push({ status: 429, headers: { 'retry-after': '86400' } });
  await receive();
  await sendPushes(server);
  expect(await takePushes(server)).toEqual([]);
});

test('what a push service takes and never delivers is unread in the app, and the next message is pushed as well', async () => {
  const { person, receive, browser } = await withBrowser();
  await receive();
  await sendPushes(server);
  expect(await takePushes(server)).toEqual([]);
  expect((await server.call('get_session', {}, person))?.unread).toEqual({
    messages: 1,
    notifications: 1,
    other_notifications: 0,
  });
  await receive();
  await sendPushes(server);
  const unread = service.received.filter(({ to }) => to === browser.name).map(({ payload }) => payload.unread);
  expect(unread).toEqual([1, 2]);
});

test('without an answer it is sent again, and its device is left alone for a while; others at its host are not', async () => {
  const { receive, browser } = await withBrowser('silent.push.test');
  const other = await withBrowser('silent.push.test');
  browser.answers.push('reset');
  await receive();
  await receive();
  await sendPushes(server);
  const before = service.requests();
  await receive();
  await other.receive();
  await sendPushes(server);
  expect(service.requests()).toBe(before + 1);
  expect(service.received.filter(({ to }) => to === other.browser.name)).toHaveLength(1);
  // Only the failed push is left, now with the newest message. It was not sent, and so has not failed again.
  expect((await takePushes(server)).map(({ attempt }) => attempt)).toEqual([1]);
});

test('one person’s silent devices do not close a host for others; three people’s do, said once, until one answers', async () => {
  const network = { ...service.network, pauseMs: 1 };
  const on = await startTestServer({ pushNetwork: network });
  const warned = vi.spyOn(on.platform.log, 'warn').mockReturnValue();
  const told = vi.spyOn(on.platform.log, 'info').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const leftAlone = () => warned.mock.calls.filter(([, text]) => String(text).includes('left alone'));
  const host = 'down.push.test';
  const connect = async (to: Awaited<ReturnType<typeof recipient>>) => {
    const browser = service.browser(on.platform.push.publicKey, host);
    await on.call('subscribe_push', browser.subscription, await buildSession(on, to.person.id));
    return browser;
  };
  const silent = await Promise.all([1, 2, 3].map(() => recipient(on)));
  const devices = [];
  for (const person of silent) for (let device = 0; device < 5; device += 1) devices.push(await connect(person));
  for (const { answers } of devices) answers.push('reset', 'reset', 'reset');
  const other = await recipient(on);
  const browser = await connect(other);

  await silent[0]?.receive();
  await sendPushes(on);
  await takePushes(on);
  await other.receive();
  await sendPushes(on);
  expect(service.received.filter(({ to }) => to === browser.name)).toHaveLength(1);
  expect(leftAlone()).toEqual([]);

  for (const { receive } of silent) await receive();
  // The host's pause of a millisecond may end between two pushes, so that this may take several tries.
  await expect
    .poll(async () => {
      await sendPushes(on);
      await sql`update jobs.job set start_after = now() where name = 'send_push'`.execute(on.db);
      return leftAlone();
    })
    .toEqual([[{ host }, expect.any(String)]]);
  expect(JSON.stringify(warned.mock.calls)).not.toContain('/send/');

  await takePushes(on);
  await other.receive();
  await expect
    .poll(async () => {
      await sendPushes(on);
      return service.received.filter(({ to }) => to === browser.name).length;
    })
    .toBe(2);
  expect(leftAlone()).toHaveLength(1);
  expect(told.mock.calls).toEqual([[{ host }, 'a push service answers again']]);
});

test('what waits for a host that is left alone keeps its time, is not sent meanwhile, and ends with its time', async () => {
  const host = 'away.push.test';
  for (let person = 0; person < 3; person += 1) {
    const { receive, browser } = await withBrowser(host);
    browser.answers.push('reset');
    await receive();
  }
  const queued = await sendPushes(server);
  await takePushes(server);
  const { receive } = await withBrowser(host);
  await receive();
  const before = service.requests();
  const [fresh] = await sendPushes(server);
  const [waiting] = await takePushes(server);
  expect(waiting).toMatchObject({ device: fresh!.device, attempt: 0, expires_at: fresh!.expires_at });
  expect(waiting!.delay_seconds).toBeGreaterThan(0);
  expect(waiting!.delay_seconds).toBeLessThanOrEqual(30);
  // This push is of use for a shorter time than it would have to wait.
  await server.platform.jobs.enqueueNow(sendPush, {
    ...fresh!,
    expires_at: new Date(Date.now() + 2_000).toISOString(),
  });
  await sendPushes(server);
  expect(await takePushes(server)).toEqual([]);
  expect(service.requests()).toBe(before);
  expect(queued).toHaveLength(3);
});

test('a push service that asks one device to wait for a day has others sent to', async () => {
  const { receive, browser } = await withBrowser('busy.push.test');
  const other = await withBrowser('busy.push.test');
  browser.answers.push({ status: 503, headers: { 'retry-after': '9999999999' } });
  await receive();
  await other.receive();
  await sendPushes(server);
  expect(service.received.filter(({ to }) => to === other.browser.name)).toHaveLength(1);
  expect(await takePushes(server)).toEqual([]);
});

test('a push that is taken with an answer that never ends is not sent again', async () => {
  const on = await startTestServer({ pushNetwork: { ...service.network, timeoutMs: 3_000 } });
  const { person, receive } = await recipient(on);
  const browser = service.browser(on.platform.push.publicKey);
  browser.answers.push('trickle');
  await on.call('subscribe_push', browser.subscription, person);
  await receive();
  const before = service.requests();
  await sendPushes(on);
  expect(service.requests()).toBe(before + 1);
  expect(await takePushes(on)).toEqual([]);
});

test('a subscription made with another key of ours goes without a request', async () => {
  const { receive, devices } = await withBrowser();
  await server.db.updateTable('push_subscriptions').set({ vapid_public_key: 'another' }).execute();
  const before = service.requests();
  await receive();
  await sendPushes(server);
  expect(service.requests()).toBe(before);
  expect(await devices()).toEqual([]);
});

test('a key that is no point on the curve never works', async () => {
  const { receive, devices } = await withBrowser();
  await server.db
    .updateTable('push_subscriptions')
    .set({ p256dh: 'A'.repeat(87) })
    .execute();
  await receive();
  await sendPushes(server);
  expect(await devices()).toEqual([]);
});

describe('FCM', async () => {
  test('gets a message with a token of Google’s, exchanged once; an unregistered app goes', async () => {
    const fcm = await startFcm();
    const push = { ...readPushConfig({ FCM_URL: fcm.url }), fcmAccount: fcm.account };
    const on = await startTestServer({ push, logLevel: 'silent' });
    const to = await recipient(on);
    await on.call('subscribe_push', { fcm_token: 'token-of-a-phone' }, to.person);
    const [message] = await to.receive();
    await sendPushes(on);
    const tag = `conversation:${message!.conversation_id}`;
    expect(fcm.received).toEqual([
      {
        token: 'token-of-a-phone',
        data: {
          tag,
          title: expect.any(String),
          body: 'Ado',
          url: `/chat/${message!.conversation_id}`,
          unread: '1',
          type: 'new_message',
          conversation_id: message!.conversation_id,
        },
        notification: { title: expect.any(String), body: 'Ado' },
        android: {
          ttl: expect.stringMatching(/^86\d{3}s$/),
          collapse_key: expect.any(String),
          priority: 'HIGH',
          notification: { tag, notification_count: 1 },
        },
      },
    ]);
    fcm.answers.push({ status: 503, body: {} }, { status: 401, body: {} });
    await to.receive();
    await sendPushes(on);
    await sendPushes(on);
    expect(fcm.exchanges).toHaveLength(1);
    // After a token was refused, a new one is asked for.
    await sendPushes(on);
    expect(fcm.exchanges).toHaveLength(2);
    expect(fcm.received).toHaveLength(2);
    await on.call('mark_conversation_read', { conversation_id: message!.conversation_id, sequence: 100 }, to.person);
    await sendPushes(on);
    expect(fcm.received[2]).toMatchObject({ data: { tag, unread: '0' } });
    expect(fcm.received[2]).not.toHaveProperty('notification');
    fcm.answers.push({ status: 404, body: { error: { details: [{ errorCode: 'UNREGISTERED' }] } } });
    await to.receive();
    await sendPushes(on);
    expect(await to.devices()).toEqual([]);
  });

  test.each([
    ['answers with a page of a proxy', '<html>Masuk ke WiFi</html>', "FCM's token was refused with status 200"],
    ['answers with JSON that is none of Google’s', 'null', "FCM's token was refused with status 200"],
    ['ends the connection', 'reset', 'no answer to the request for a token of FCM'],
  ])('%s in place of a token: no phone is left alone for that', async (_, instead, reason) => {
    const fcm = await startFcm();
    const on = await startTestServer({ push: { ...readPushConfig({ FCM_URL: fcm.url }), fcmAccount: fcm.account } });
    const warned = vi.spyOn(on.platform.log, 'warn').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const people = await Promise.all(Array.from({ length: 4 }, () => recipient(on)));
    for (const { person, receive } of people) {
      await on.call('subscribe_push', { fcm_token: `phone-of-${person.id}` }, person);
      await receive();
    }
    fcm.tokenAnswers.push(instead, instead, instead);
    await sendPushes(on);
    expect(warned.mock.calls).toContainEqual([{ host: '127.0.0.1', reason }, 'a push could not be sent']);
    for (const { person, devices } of people) {
      const [device] = await devices();
      const to = { device: device!.id, person: person.id };
      expect(on.platform.push.hindrance({ fcm_token: device!.fcm_token! }, to)).toBeUndefined();
    }
    await sendPushes(on);
    expect(new Set(fcm.received.map(({ token }) => token)).size).toBe(people.length);
  });

  test('gives a server no token: its pushes fail by that reason, come again, and leave no phone alone', async () => {
    const fcm = await startFcm();
    const fcmAccount = { ...fcm.account, client_email: 'deleted@push.test' };
    const on = await startTestServer({ push: { ...readPushConfig({ FCM_URL: fcm.url }), fcmAccount } });
    const warned = vi.spyOn(on.platform.log, 'warn').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const to = await recipient(on);
    await on.call('subscribe_push', { fcm_token: 'token-of-a-phone' }, to.person);
    await to.receive();
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await sendPushes(on)).toMatchObject([{ attempt }]);
    const text = 'a push could not be sent';
    const failed = [{ host: '127.0.0.1', reason: "FCM's token was refused with status 400" }, text];
    expect(warned.mock.calls.filter((call) => call[1] === text)).toEqual([failed, failed, failed]);
  });
});
