import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Topic } from '@lapau/contract/signals';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildSeller, buildSession } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage, openSocket, refusedUpgrade } from '../../testing/sockets.ts';
import { createRealtime } from '../realtime/realtime.ts';
import { createGate } from './gate.ts';
import { createHttpServer } from './server.ts';
import { mountRealtime } from './socket.ts';

const server = await startTestServer();
const { platform } = server;
const unknown = '0199a2b4-0000-7000-8000-000000000000';

/** Starts a second server of the same platform, with sockets only and short times. */
async function startHurried(times: { heartbeatMs: number; timeoutMs: number }) {
  const app = await createHttpServer(platform.config, platform.log);
  createGate(app, platform, true);
  await mountRealtime(app, { ...platform, realtime: createRealtime(platform.bus, platform.log, times) }, times);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

const signalFeed = () => platform.transaction(async (tx) => tx.signal('feed', { type: 'feed_changed' }));
const feedSignal = { type: 'signal', topic: 'feed', signal: { type: 'feed_changed' } };

describe('authentication', () => {
  test('a cookie, a bearer header and a token as the first message are accepted', async () => {
    const { cookie, token } = await buildMember(server);
    await openPage(server.url, { cookie, origin: server.url });
    await openPage(server.url, { authorization: `Bearer ${token}` });
    const native = await openSocket(server.url);
    native.send({ type: 'auth', token: decodeURIComponent(token) });
    expect(await native.next()).toEqual({ type: 'ready' });
  });

  test('a socket that sends a message before ready is closed', async () => {
    const { cookie, token } = await buildMember(server);
    const native = await openSocket(server.url);
    native.send({ type: 'auth', token: decodeURIComponent(token) });
    native.send({ type: 'ping' });
    expect(await native.closed).toMatchObject({ code: 4400 });
    await openPage(server.url, { cookie });
  });

  test('forged, expired, ended and missing sessions are closed with 4401', async () => {
    const member = await buildMember(server);
    const expired = await buildSession(server, member.id, { expires_at: new Date(Date.now() - 1) });
    const ended = await buildSession(server, member.id, { revoked_at: new Date() });
    const forged = member.cookie.replace(/.{6}$/, 'AAAA%3D');
    for (const cookie of [expired.cookie, ended.cookie, forged, 'lapau.session_token=%']) {
      expect(await (await openSocket(server.url, { cookie, origin: server.url })).closed).toMatchObject({ code: 4401 });
    }
    expect(await (await openSocket(server.url, { origin: server.url })).closed).toMatchObject({ code: 4401 });
    expect(await (await openSocket(server.url, { authorization: 'Bearer x.y' })).closed).toMatchObject({ code: 4401 });
    const native = await openSocket(server.url);
    native.send({ type: 'auth', token: `${decodeURIComponent(member.token).slice(0, -4)}AAA=` });
    expect(await native.closed).toMatchObject({ code: 4401 });
    const talker = await openSocket(server.url);
    talker.send({ type: 'join', topics: ['feed'] });
    expect(await talker.closed).toMatchObject({ code: 4401 });
  });

  test('a socket that sends no token within the timeout is closed with 4401', async () => {
    const { url } = await startHurried({ heartbeatMs: 1_000, timeoutMs: 20 });
    expect(await (await openSocket(url)).closed).toMatchObject({ code: 4401 });
  });

  test('a suspended person and a seller of a suspended warung get the reason in the close frame', async () => {
    const member = await buildMember(server, { is_suspended: true });
    const seller = await buildSeller(server, { warung: { is_suspended: true } });
    const closes = [member, seller].map(async ({ cookie }) => (await openSocket(server.url, { cookie })).closed);
    expect(await Promise.all(closes)).toEqual([
      { code: 4403, reason: 'account_suspended' },
      { code: 4403, reason: 'warung_suspended' },
    ]);
  });

  test('a foreign page is refused before the upgrade', async () => {
    const { cookie } = await buildMember(server);
    for (const origin of ['https://evil.test', 'null', server.url.replace('127.0.0.1', 'localhost')]) {
      const refused = await refusedUpgrade(server.url, { cookie, origin });
      expect(refused).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    }
  });

  test('an address that opens too many sockets is refused with 429', async () => {
    const limited = await startTestServer({ limits: { socketsByAddress: 3 } });
    for (let opened = 0; opened < 3; opened += 1) await openSocket(limited.url);
    expect(await refusedUpgrade(limited.url, {})).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await openPage(limited.url, { cookie: (await buildMember(limited)).cookie });
  });

  test('a plain request and an upgrade elsewhere get an envelope', async () => {
    const plain = await server.request('/realtime');
    expect([plain.status, await plain.json()]).toMatchObject([400, { code: 'malformed_request' }]);
    expect(await refusedUpgrade(`${server.url}/healthz?from=`, {})).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });
});

describe('topics', () => {
  test('signals reach subscribed pages, once each, until they leave the topic', async () => {
    const { cookie } = await buildMember(server);
    const [reader, bystander] = [await openPage(server.url, { cookie }), await openPage(server.url, { cookie })];
    await reader.join('feed', 'feed', `post:${unknown}`);
    await signalFeed();
    expect(await reader.next()).toEqual(feedSignal);
    reader.send({ type: 'leave', topics: ['feed', 'banners', 'nonsense'] });
    await reader.join('settings');
    await signalFeed();
    await platform.transaction(async (tx) => tx.signal('settings', { type: 'settings_changed' }));
    expect(await reader.next()).toMatchObject({ topic: 'settings' });
    await bystander.join('banners');
  });

  test('topics that policy refuses are listed in one answer', async () => {
    const [member, other] = [await buildMember(server), await buildMember(server)];
    const page = await openPage(server.url, { cookie: member.cookie });
    page.send({ type: 'join', topics: ['admin', 'feed', `user:${other.id}`, 'post:x'] });
    expect(await page.next()).toEqual({ type: 'refused', topics: ['admin', `user:${other.id}`, 'post:x'] });
    await page.join('feed');
    await openPage(server.url, { cookie: (await buildAdmin(server)).cookie }).then((admin) => admin.join('admin'));
  });

  test('a person’s own topic is subscribed from the start and cannot be left', async () => {
    const { id, cookie } = await buildMember(server);
    const page = await openPage(server.url, { cookie });
    page.send({ type: 'leave', topics: [`user:${id}`] });
    await page.join();
    await platform.transaction(async (tx) => tx.signal(`user:${id}`, { type: 'profile_changed' }));
    expect(await page.next()).toMatchObject({ topic: `user:${id}`, signal: { type: 'profile_changed' } });
  });

  test('a socket has at most 64 topics', async () => {
    const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
    const posts = Array.from({ length: 64 }, (_, index): Topic => `post:${unknown.slice(0, -2)}${index + 10}`);
    page.send({ type: 'join', topics: posts });
    expect(await page.next()).toEqual({ type: 'refused', topics: posts.slice(-1) });
    page.send({ type: 'leave', topics: posts.slice(0, 1) });
    await page.join(posts.at(-1)!, posts[5]!);
  });
});

describe('a page that misbehaves', () => {
  test.each([
    ['no JSON', 'hello'],
    ['an unknown message', '{"type":"dance"}'],
    ['a wrong shape', '{"type":"join","topics":"feed"}'],
    ['too many topics', JSON.stringify({ type: 'join', topics: Array(65).fill('feed') })],
    ['a second token', '{"type":"auth","token":"x"}'],
    ['bytes', Buffer.from('{"type":"ping"}')],
  ])('%s closes with 4400', async (_name, message) => {
    const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
    page.socket.send(message);
    expect(await page.closed).toMatchObject({ code: 4400 });
  });

  test('a message of more than 4 kB closes with 1009, text that is not UTF-8 with 1007', async () => {
    const { cookie } = await buildMember(server);
    const [long, broken] = [await openPage(server.url, { cookie }), await openPage(server.url, { cookie })];
    long.socket.send(' '.repeat(4097));
    broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect([await long.closed, await broken.closed]).toMatchObject([{ code: 1009 }, { code: 1007 }]);
  });

  test('a silent socket is cut, one whose browser still answers is not', async () => {
    // Time passes only where the test says so, because a server that stood still would cut both sockets.
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { app, url } = await startHurried({ heartbeatMs: 25_000, timeoutMs: 10_000 });
    const { cookie } = await buildMember(server);
    const [dead, hidden] = [await openSocket(url, { cookie }, false), await openPage(url, { cookie })];
    await dead.next();
    const [, serverSide] = app.websocketServer.clients;
    for (let pings = 0; pings < 2; pings += 1) {
      const ponged = once(serverSide!, 'pong');
      vi.advanceTimersByTime(40_000);
      await ponged;
    }
    expect(await dead.closed).toMatchObject({ code: 1006 });
    await hidden.join('feed');
  });
});

test('when the server closes, every socket is closed with 1001, also an unauthenticated one', async () => {
  const { app, url } = await startHurried({ heartbeatMs: 25_000, timeoutMs: 10_000 });
  const sockets = [await openPage(url, { cookie: (await buildMember(server)).cookie }), await openSocket(url)];
  await app.close();
  for (const { closed } of sockets) expect(await closed).toMatchObject({ code: 1001 });
});
