import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readPushConfig } from '../../platform/push/config-push.ts';
import type { PushNetwork } from '../../platform/push/network.ts';
import { buildConversation, buildMember, buildSeller, buildSession } from '../../testing/builders.ts';
import { startFcm } from '../../testing/fcm.ts';
import { startPushService } from '../../testing/push-service.ts';
import { startPushWorker } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startFullPort, startSilentPort } from '../../testing/silent-ports.ts';
import { sendPush } from './rules.ts';

const service = await startPushService();
afterAll(service.close);

/** A network on which no push without an answer ends during a test. Each silent host counts by itself. */
const patient: PushNetwork = {
  ...service.network,
  hosts: ['silent', 'late', 'no-tls', 'no-connection', 'nameless']
    .map((name) => `${name}.push.test`)
    .concat('*.push.test'),
  resolve: (host) => (host === 'nameless.push.test' ? new Promise(() => {}) : service.network.resolve(host)),
  timeoutMs: 900_000,
};

/** Builds somebody to whom cooks write. */
async function buildReader(on: TestServer) {
  const person = await buildMember(on);
  const write = async (text: string) => {
    const cook = await buildSeller(on);
    const { id } = await buildConversation(on, { user1_id: person.id, user2_id: cook.id });
    const [message] = await on.call('send_message', { p_conversation_id: id, p_content: text }, cook);
    if (!message) throw new Error('nothing was sent');
    return message;
  };
  const subscribe = async (host: string, port = service.port) => {
    const browser = service.browser(on.platform.push.publicKey, host);
    const { endpoint, ...keys } = browser.subscription;
    const moved = { ...keys, endpoint: endpoint.replace(`:${service.port}/`, `:${port}/`) };
    await on.call('subscribe_push', moved, await buildSession(on, person.id));
    return browser;
  };
  /** How many of this person's pushes are in a state. */
  const count = async (state: 'created' | 'active') => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from jobs.job where name = 'send_push' and state = ${state} and data ->> 'device'
        in (select id::text from push_subscriptions where user_id = ${person.id})`.execute(on.db);
    return rows[0]?.jobs;
  };
  return { person, write, subscribe, count };
}

const receivedBy = ({ name }: { name: string }) =>
  service.received.filter(({ to }) => to === name).map(({ payload }) => payload.body);

/** Expects a push to get through while the pushes of somebody else have no answer. */
async function expectOthersGoOn(on: TestServer, slow: Awaited<ReturnType<typeof buildReader>>) {
  await slow.write('lambat');
  await expect.poll(() => slow.count('active')).toBe(1);
  const other = await buildReader(on);
  const browser = await other.subscribe('good.push.test');
  await other.write('cepat');
  await service.next(browser.name);
  expect(await slow.count('active')).toBe(1);
}

const server = await startTestServer({ pushNetwork: patient, logLevel: 'silent' });
await startPushWorker(server);

test.each([
  ['answers nothing', 'silent.push.test', undefined],
  ['completes no handshake', 'no-tls.push.test', startSilentPort],
  ['completes no connection', 'no-connection.push.test', startFullPort],
  ['has a name that no nameserver tells', 'nameless.push.test', undefined],
])('a host that %s does not hold up the pushes of others', async (_, host, startPort) => {
  const slow = await buildReader(server);
  const browser = await slow.subscribe(host, await startPort?.());
  browser.answers.push('silence');
  await expectOthersGoOn(server, slow);
});

test('a late answer holds up nobody else, and of each person one push is under way, in order', async () => {
  const slow = await buildReader(server);
  const browser = await slow.subscribe('late.push.test');
  const answer = Promise.withResolvers<void>();
  browser.answers.push({ after: answer.promise });
  const begun = service.requests();
  await expectOthersGoOn(server, slow);
  await slow.write('sudah lama');
  await slow.write('terakhir');
  const other = await buildReader(server);
  const second = await other.subscribe('good.push.test');
  await other.write('cepat juga');
  await service.next(second.name);
  expect(service.requests()).toBe(begun + 3);
  expect(await slow.count('created')).toBe(2);
  answer.resolve();
  await expect.poll(() => receivedBy(browser)).toEqual(['lambat', 'sudah lama', 'terakhir']);
});

test('four people with as many silent devices as there may be, and hundreds of messages, hold up nobody', async () => {
  const on = await startTestServer({ pushNetwork: patient, logLevel: 'silent' });
  const slow = await Promise.all(Array.from({ length: 4 }, () => buildReader(on)));
  for (const { subscribe, write } of slow) {
    for (let device = 0; device < limits.pushDevices; device += 1) {
      const { answers } = await subscribe(`silent-${device}.push.test`);
      answers.push(...Array.from({ length: 10 }, () => 'silence' as const));
    }
    await write('lambat');
  }
  // This queues as many pushes again for each of thirty more messages.
  await sql`insert into jobs.job (name, data, group_id)
    select name, data, group_id from jobs.job, generate_series(1, 30) where name = 'send_push'`.execute(on.db);
  const other = await buildReader(on);
  const browser = await other.subscribe('good.push.test');
  await other.write('cepat');
  await startPushWorker(on);
  await service.next(browser.name);
  for (const { count } of slow) expect(await count('created')).toBeGreaterThan(limits.pushDevices * 29);
});

test('thousands of pushes to one person who gets them do not stand before those of others', async () => {
  const on = await startTestServer({ pushNetwork: patient, logLevel: 'silent' });
  const busy = await buildReader(on);
  const crowded = await busy.subscribe('good.push.test');
  await busy.write('lagi dan lagi');
  await sql`insert into jobs.job (name, data, group_id)
    select name, data, group_id from jobs.job, generate_series(1, 5000) where name = 'send_push'`.execute(on.db);
  const other = await buildReader(on);
  const browser = await other.subscribe('good.push.test');
  await other.write('cepat');
  await startPushWorker(on);
  await service.next(browser.name);
  expect(receivedBy(crowded).length).toBeLessThan(500);
});

test('while a device does not take what is closed on it, pushes of others go on; each job closes one', async () => {
  const slow = await buildReader(server);
  const browser = await slow.subscribe('late.push.test');
  const messages = [await slow.write('satu'), await slow.write('dua')];
  await expect.poll(() => receivedBy(browser)).toEqual(['satu', 'dua']);
  const answer = Promise.withResolvers<void>();
  browser.answers.push({ after: answer.promise });
  for (const { conversation_id, sequence } of messages)
    await server.call('mark_conversation_read', { conversation_id, sequence }, slow.person);
  await expect.poll(() => slow.count('active')).toBe(1);
  const other = await buildReader(server);
  const second = await other.subscribe('good.push.test');
  await other.write('cepat');
  await service.next(second.name);
  expect(await slow.count('active')).toBe(1);
  answer.resolve();
  const closed = () => service.received.filter(({ to, payload }) => to === browser.name && payload.title === undefined);
  await expect.poll(() => closed().map(({ payload }) => payload.tag)).toHaveLength(2);
  expect(new Set(closed().map(({ payload }) => payload.tag))).toEqual(
    new Set(messages.map(({ conversation_id }) => `conversation:${conversation_id}`)),
  );
});

test('while Google gives no token, pushes to browsers at its host go on', async () => {
  const fcm = await startFcm();
  const account = { ...fcm.account, token_uri: `http://127.0.0.1:${await startSilentPort()}/token` };
  const push = { ...readPushConfig({ FCM_URL: fcm.url }), fcmAccount: account };
  const on = await startTestServer({ push, pushNetwork: patient, logLevel: 'silent' });
  await startPushWorker(on);
  const slow = await buildReader(on);
  await on.call('subscribe_push', { fcm_token: 'token-of-a-phone' }, slow.person);
  await expectOthersGoOn(on, slow);
});

test('a push that was queued by 1.0.0, without its person, is sent as well', async () => {
  const reader = await buildReader(server);
  const browser = await reader.subscribe('good.push.test');
  const { id } = await reader.write('baru');
  await service.next(browser.name);
  const device = await server.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', reader.person.id)
    .executeTakeFirstOrThrow();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await server.platform.jobs.enqueueNow(sendPush, {
    device: device.id,
    about: { kind: 'messages', message: id },
    attempt: 0,
    expires_at,
  });
  await expect.poll(() => receivedBy(browser)).toEqual(['baru', 'baru']);
});
