import { limits } from '@lapau/contract/limits';
import { afterAll, expect, test } from 'vitest';
import { buildMember, buildSession } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { startTestServer } from '../../testing/server.ts';

const service = await startPushService();
afterAll(service.close);
/** This server has the push services of the internet, and sends them nothing. */
const server = await startTestServer();
const { call, db } = server;

const devicesOf = ({ id }: { id: string }) =>
  db.selectFrom('push_subscriptions').where('user_id', '=', id).selectAll().orderBy('id').execute();
const chrome = (name: string) => ({
  ...service.browser(server.platform.push.publicKey).subscription,
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
});

test('settings have the server’s key, and defaults until something is switched', async () => {
  const member = await buildMember(server);
  const vapid_public_key = server.platform.push.publicKey;
  expect(Buffer.from(vapid_public_key, 'base64url')).toHaveLength(65);
  const all = { messages: true, comments: true, decisions: true, waiting: true, dishes: true };
  expect(await call('get_push_settings', {}, member)).toEqual({ vapid_public_key, ...all, hides_content: false });
  await call('set_push_settings', { comments: false, hides_content: true }, member);
  await call('set_push_settings', { decisions: false }, member);
  await call('set_push_settings', {}, member);
  expect(await call('get_push_settings', {}, member)).toEqual({
    vapid_public_key,
    ...all,
    comments: false,
    decisions: false,
    hides_content: true,
  });
});

test('all processes have the same key', async () => {
  const second = await startTestServer({ databaseUrl: server.databaseUrl });
  expect(second.platform.push.publicKey).toBe(server.platform.push.publicKey);
});

test('a browser is stored once, by its address, for who subscribed last', async () => {
  const [one, other] = [await buildMember(server), await buildMember(server)];
  const browser = chrome('same');
  expect(await call('subscribe_push', browser, one)).toEqual({ subscribed: true, was_known: false });
  expect(await call('subscribe_push', browser, one)).toEqual({ subscribed: true, was_known: true });
  expect(await devicesOf(one)).toHaveLength(1);
  await call('subscribe_push', browser, other);
  expect(await devicesOf(one)).toEqual([]);
  expect(await devicesOf(other)).toHaveLength(1);
});

test('a page that starts again leaves what shows on its device known', async () => {
  const member = await buildMember(server);
  const browser = chrome('again');
  await call('subscribe_push', browser, member);
  await db
    .updateTable('push_subscriptions')
    .set({ shown_tags: ['notifications'] })
    .execute();
  await call('subscribe_push', { ...browser, auth: chrome('again').auth }, member);
  expect(await devicesOf(member)).toMatchObject([{ shown_tags: ['notifications'] }]);
  await call('subscribe_push', browser, await buildSession(server, member.id));
  expect(await devicesOf(member)).toMatchObject([{ shown_tags: [], auth: browser.auth }]);
});

test('one’s profile has the token of the app that was registered last, for as long as that is there', async () => {
  const member = await buildMember(server);
  const tablet = await buildSession(server, member.id);
  const tokenOf = async () => (await call('get_session', {}, member))?.profile.fcm_token;
  expect(await tokenOf()).toBeNull();
  await call('subscribe_push', { fcm_token: `phone-${member.id}` }, member);
  await call('subscribe_push', { fcm_token: `tablet-${member.id}` }, tablet);
  await call('subscribe_push', chrome(`of ${member.id}`), member);
  expect(await tokenOf()).toBe(`tablet-${member.id}`);
  await call('subscribe_push', { fcm_token: `phone-${member.id}` }, member);
  expect(await tokenOf()).toBe(`phone-${member.id}`);
  const { full_name, phone, address, nagari, kecamatan } = member;
  const changed = await call('update_profile', { full_name, phone, address, nagari, kecamatan }, member);
  expect(changed.profile.fcm_token).toBe(`phone-${member.id}`);
  await call('unsubscribe_push', { fcm_token: `phone-${member.id}` }, member);
  expect(await tokenOf()).toBe(`tablet-${member.id}`);
  await call('end_other_sessions', {}, member);
  expect(await tokenOf()).toBeNull();
});

test('only one’s own device is unsubscribed, and again changes nothing', async () => {
  const [one, other] = [await buildMember(server), await buildMember(server)];
  const { endpoint } = chrome('own');
  await call('subscribe_push', chrome('own'), one);
  await call('subscribe_push', { fcm_token: 'own-app' }, one);
  expect(await call('unsubscribe_push', { endpoint }, other)).toEqual({ subscribed: false });
  expect(await devicesOf(one)).toHaveLength(2);
  await call('unsubscribe_push', { endpoint }, one);
  await call('unsubscribe_push', { endpoint }, one);
  await call('unsubscribe_push', { fcm_token: 'own-app' }, one);
  expect(await devicesOf(one)).toEqual([]);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest',
  'https://localhost/x',
  'https://example.org/x',
  'https://fcm.googleapis.com.example.org/x',
  'https://evil-push.apple.com.test/x',
  'https://push.apple.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'not an address',
])('%s is refused', async (endpoint) => {
  const answer = await server.rawCall('subscribe_push', { ...chrome('x'), endpoint }, await buildMember(server));
  expect(answer.body).toMatchObject({ code: 'push_endpoint_refused' });
});

test.each([
  {},
  { fcm_token: 'x', endpoint: 'https://fcm.googleapis.com/x' },
  { endpoint: 'https://fcm.googleapis.com/x' },
  { ...chrome('short'), auth: 'AA' },
  { fcm_token: 'two words' },
])('%o is invalid', async (input) => {
  const answer = await server.rawCall('subscribe_push', input, await buildMember(server));
  expect(answer.body).toMatchObject({ code: 'invalid_input' });
});

test('a person has a bounded number of devices; the oldest goes', async () => {
  const member = await buildMember(server);
  const names = Array.from({ length: limits.pushDevices + 1 }, (_, at) => `device-${member.id}-${at}`);
  for (const fcm_token of names) await call('subscribe_push', { fcm_token }, member);
  expect((await devicesOf(member)).map(({ fcm_token }) => fcm_token)).toEqual(names.slice(1));
});

test('a device goes with its session, however that ends, and other sessions keep theirs', async () => {
  const member = await buildMember(server);
  const laptop = await buildSession(server, member.id);
  await call('subscribe_push', { fcm_token: `phone ${member.id}`.replace(' ', '-') }, member);
  await call('subscribe_push', { fcm_token: `laptop-${member.id}` }, laptop);
  await call('end_other_sessions', {}, member);
  expect((await devicesOf(member)).map(({ fcm_token }) => fcm_token)).toEqual([`phone-${member.id}`]);
  await db.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', member.id).execute();
  expect(await devicesOf(member)).toEqual([]);
});
