import { afterAll, describe, expect, test } from 'vitest';
import { readPushConfig } from '../../platform/config-push.ts';
import { buildConversation, buildMember, buildSeller } from '../../testing/builders.ts';
import { startFcm } from '../../testing/fcm.ts';
import { startPushService } from '../../testing/push-service.ts';
import type { PushAnswer } from '../../testing/push-service.ts';
import { sendPushes, takePushes } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';

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
  // to somewhere that would answer
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
  expect((await server.call('get_session', {}, person))?.unread).toEqual({ messages: 1, notifications: 1 });
  await receive();
  await sendPushes(server);
  const unread = service.received.filter(({ to }) => to === browser.name).map(({ payload }) => payload.unread);
  expect(unread).toEqual([2, 3]);
});

test('without an answer it is sent again, and its push service is left alone for a while; others are not', async () => {
  const { receive, browser } = await withBrowser('silent.push.test');
  const other = await withBrowser('other.push.test');
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
  expect((await takePushes(server)).map(({ attempt }) => attempt)).toEqual([1]);
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
          unread: '2',
          type: 'new_message',
          conversation_id: message!.conversation_id,
        },
        notification: { title: expect.any(String), body: 'Ado' },
        android: {
          ttl: expect.stringMatching(/^86\d{3}s$/),
          collapse_key: expect.any(String),
          priority: 'HIGH',
          notification: { tag, notification_count: 2 },
        },
      },
    ]);
    fcm.answers.push({ status: 503, body: {} }, { status: 401, body: {} });
    await to.receive();
    await sendPushes(on);
    await sendPushes(on);
    expect(fcm.exchanges).toHaveLength(1);
    // after a refused token another one is asked for
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
});
