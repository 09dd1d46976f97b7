import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { buildMember, buildSession } from '../../testing/builders.ts';
import { attackSockets } from '../../testing/hostile-sockets.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage, openSocket } from '../../testing/sockets.ts';
import { createGate } from '../http/gate.ts';
import { createHttpServer } from '../http/server.ts';
import { mountRealtime } from '../http/socket.ts';
import { createRealtime } from './realtime.ts';
import { realtimeLimits } from './socket-limits.ts';

const server = await startTestServer();
const { platform } = server;

/** Starts a server of the same platform, whose side of the sockets a test can look at. */
async function startSockets(timeoutMs = 10_000): Promise<{ url: string; app: FastifyInstance }> {
  const app = await createHttpServer({ ...platform.config, trustProxy: true }, platform.log);
  createGate(app, platform, true);
  const times = { heartbeatMs: 25_000, timeoutMs };
  await mountRealtime(app, { ...platform, realtime: createRealtime(platform.bus, platform.log, times) }, times);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** Sends signals to a page that does not read, until one more byte would be too many. */
function fillBuffer(serverSide: WebSocket, userId: string): void {
  const signal = (length: number) =>
    platform.bus.deliver([
      { topic: `user:${userId}`, signal: { type: 'post_changed', post_id: 'x'.repeat(Math.max(0, length)) } },
    ]);
  while (serverSide.bufferedAmount < realtimeLimits.unreadBytes - 8_000) signal(4_000);
  const before = serverSide.bufferedAmount;
  signal(0);
  const overhead = serverSide.bufferedAmount - before + 2;
  signal(realtimeLimits.unreadBytes - serverSide.bufferedAmount - overhead);
}

test.each([
  ['a signal', ({ id }) => platform.bus.deliver([{ topic: `user:${id}`, signal: { type: 'settings_changed' } }])],
  ['an answer to a ping', (_member, page) => page.send('{"type":"ping"}')],
  ['a refusal', (_member, page) => page.send('{"type":"join","topics":["admin"]}')],
  ['an answer to a ping of the protocol', (_member, page) => page.ping('0123456789')],
] satisfies [string, (member: { id: string }, page: WebSocket) => void][])(
  'a page that does not read is disconnected at %s, and delays no other page',
  async (_name, cause) => {
    const { app, url } = await startSockets();
    const member = await buildMember(server);
    const notReading = await openPage(url, { cookie: member.cookie });
    const [serverSide] = app.websocketServer.clients;
    const reader = await openPage(url, { cookie: (await buildMember(server)).cookie });
    notReading.socket.pause();
    fillBuffer(serverSide!, member.id);
    expect(serverSide!.readyState).toBe(serverSide!.OPEN);
    expect(serverSide!.bufferedAmount).toBeGreaterThan(realtimeLimits.unreadBytes - 10);
    expect(serverSide!.bufferedAmount).toBeLessThanOrEqual(realtimeLimits.unreadBytes);
    const dropped = once(serverSide!, 'close');
    cause(member, notReading.socket);
    expect((await dropped)[0]).toBe(1006);
    await reader.join('feed');
  },
);

test('a page that reads what it is sent is not disconnected, however much it is', async () => {
  const { id, cookie } = await buildMember(server);
  const page = await openPage(server.url, { cookie });
  const signal = { type: 'post_changed' as const, post_id: 'x'.repeat(4_000) };
  for (let round = 0; round < 20; round += 1) {
    platform.bus.deliver(Array.from({ length: 3 }, () => ({ topic: `user:${id}` as const, signal })));
    for (let read = 0; read < 3; read += 1) expect(await page.next()).toMatchObject({ signal });
  }
});

test('a ping of the protocol is answered with what it carried', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  page.socket.ping('still there?');
  expect(String((await once(page.socket, 'pong'))[0])).toBe('still there?');
});

test.each([
  ['messages', (page: WebSocket) => page.send('{"type":"ping"}')],
  ['pings', (page: WebSocket) => page.ping()],
  ['pongs', (page: WebSocket) => page.pong()],
])('%s without end close the socket', async (_name, send) => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  for (let sent = 0; sent < 2 * realtimeLimits.messages.points; sent += 1) send(page.socket);
  expect(await page.closed).toMatchObject({ code: 4429 });
});

test('a person’s sockets share their messages; another person has their own', async () => {
  const { url } = await startSockets();
  const { cookie } = await buildMember(server);
  const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(url, { cookie })));
  const other = await openPage(url, { cookie: (await buildMember(server)).cookie });
  for (const { send } of pages) {
    for (let sent = 0; sent < realtimeLimits.messages.points / 5; sent += 1)
      send({ type: 'join', topics: ['admin'], age_ms: 60_000 });
  }
  expect(await Promise.race(pages.map(({ closed }) => closed))).toMatchObject({ code: 4429 });
  await other.join('feed');
});

test('a message in very many fragments closes the socket', async () => {
  const { cookie } = await buildMember(server);
  const [few, many] = [await openPage(server.url, { cookie }), await openPage(server.url, { cookie })];
  for (const part of ['{"type":', '"ping"']) few.socket.send(part, { fin: false });
  few.socket.send('}');
  expect(await few.next()).toEqual({ type: 'pong' });
  for (let sent = 0; sent < 20; sent += 1) many.socket.send('', { fin: false });
  expect(await many.closed).toMatchObject({ code: 1008 });
});

test('a person has at most 40 sockets over all sessions, and may open another when one closes', async () => {
  const member = await buildMember(server);
  const sessions = [member, await buildSession(server, member.id), await buildSession(server, member.id)];
  const open = (index: number) => openPage(server.url, { cookie: sessions[index % 3]!.cookie });
  const pages = await Promise.all(Array.from({ length: realtimeLimits.socketsPerMember }, (_, index) => open(index)));
  for (const { cookie } of sessions) {
    expect(await (await openSocket(server.url, { cookie })).closed).toMatchObject({ code: 4429 });
  }
  await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  pages[0]!.socket.close();
  await pages[0]!.closed;
  await open(1);
});

test('an address has at most 100 unauthenticated sockets; one that closes or signs in no longer counts', async () => {
  const { url } = await startSockets();
  const { token, cookie } = await buildMember(server);
  const most = realtimeLimits.unauthenticatedSocketsPerAddress;
  const waiting = await Promise.all(Array.from({ length: most }, () => openSocket(url)));
  const isRefused = async () => {
    const socket = await openSocket(url);
    expect(await socket.closed).toMatchObject({ code: 4429 });
  };
  await isRefused();
  await openPage(url, { cookie });
  waiting[0]!.send({ type: 'auth', token: decodeURIComponent(token) });
  expect(await waiting[0]!.next()).toEqual({ type: 'ready' });
  waiting[1]!.socket.close();
  await waiting[1]!.closed;
  const next = [await openSocket(url), await openSocket(url)];
  await isRefused();
  expect(next.map(({ socket }) => socket.readyState)).toEqual([1, 1]);
});

test('unauthenticated sockets count all IPv6 addresses of one connection (a /48) as one', async () => {
  const { url } = await startSockets();
  const openFrom = (address: string) => openSocket(url, { 'x-forwarded-for': address });
  const most = realtimeLimits.unauthenticatedSocketsPerAddress;
  await Promise.all(Array.from({ length: most }, (_, index) => openFrom(`2001:db8:1:2::${index}`)));
  expect(await (await openFrom('2001:db8:1:8000::9')).closed).toMatchObject({ code: 4429 });
  const neighbour = await openFrom('2001:db8:2:2::1');
  neighbour.send({ type: 'ping' });
  expect(await neighbour.closed).toMatchObject({ code: 4401 });
});

test('hostile sockets of all kinds at once stay within each person’s bounds, and another page is served', async () => {
  const { app, url } = await startSockets();
  const hostile = await Promise.all([buildMember(server), buildMember(server)]);
  const honest = await openPage(url, { cookie: (await buildMember(server)).cookie });
  let mostSockets = 0;
  let mostUnread = 0;
  const sampling = setInterval(() => {
    const sockets = [...app.websocketServer.clients].filter(({ readyState, OPEN }) => readyState === OPEN);
    mostSockets = Math.max(mostSockets, sockets.length);
    mostUnread = Math.max(mostUnread, ...sockets.map(({ bufferedAmount }) => bufferedAmount));
  }, 10);
  onTestFinished(() => clearInterval(sampling));
  const { kinds } = await attackSockets({
    url,
    cookies: [hostile[0].cookie, hostile[1].cookie],
    socketsPerKind: 2,
    durationMs: 1_500,
  });
  for (const [kind, { opened, refused }] of Object.entries(kinds))
    expect([kind, opened + refused > 0]).toEqual([kind, true]);
  expect(mostSockets).toBeLessThanOrEqual(
    hostile.length * realtimeLimits.socketsPerMember + realtimeLimits.unauthenticatedSocketsPerAddress + 1,
  );
  expect(mostUnread).toBeLessThanOrEqual(realtimeLimits.unreadBytes);
  await honest.join('feed');
});
