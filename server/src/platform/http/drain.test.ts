import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextLoopIteration, setTimeout as delay } from 'node:timers/promises';
import { errors } from '@lapau/contract/errors';
import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { buildMember } from '../../testing/builders.ts';
import { requestOnce } from '../../testing/one-request.ts';
import { plainPicture } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const member = await buildMember(server);

/** Starts an app that a test closes while clients are connected. */
async function startApp() {
  const app = await createApp(server.platform);
  const handling = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  app.get('/export/slow', async () => {
    handling.resolve();
    await proceed.promise;
    return { ok: true };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { app, url, port, handling: handling.promise, proceed: proceed.resolve };
}

/** Opens a connection and sends these words. `received` resolves with all that came until the server closed it. */
async function connect(port: number, words: string) {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {}); // the tests expect that the connection is cut
  const over = new Promise<void>((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.write(words);
  return { socket, received: over.then(() => Buffer.concat(chunks).toString()) };
}

const head = (port: number, line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Cookie: ${member.cookie}`, ...headers, '', ''].join('\r\n');
const askHealth = (port: number) =>
  requestOnce(`http://127.0.0.1:${port}`, head(port, 'GET /healthz', 'Connection: close'));
const upgradeHead = (port: number) =>
  head(
    port,
    'GET /realtime',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  );
const uploadHead = (port: number, bytes: number) =>
  head(port, `POST /storage/posts/${member.id}`, 'Content-Type: application/octet-stream', `Content-Length: ${bytes}`);

const notReady = { code: 'not_ready', message: errors.not_ready[1], reference: expect.any(String) };

/**
 * The words of two connections of each kind: nothing, half a header, half a JSON body, half an upload, a request whose connection is
 * kept, a silent socket.
 */
const holders = (port: number) =>
  [
    '',
    'POST /rpc/get_feed HTTP/1.1\r\nHost:',
    `${head(port, 'POST /rpc/get_feed', 'Content-Type: application/json', 'Content-Length: 100')}{`,
    `${uploadHead(port, 1_000_000)}${'x'.repeat(1000)}`,
    head(port, 'GET /healthz'),
    upgradeHead(port),
  ].flatMap((words) => [words, words]);

test('closing ends, whatever connections clients leave open', async () => {
  const { app, port } = await startApp();
  // These limits of Node's would end the connections too, so they are switched off.
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 });
  const connections = await Promise.all(holders(port).map((words) => connect(port, words)));
  const [, , , , , , , , ...answering] = connections;
  for (const { socket } of answering) if (socket.bytesRead === 0) await once(socket, 'data');
  await app.close();
  await Promise.all(connections.map(({ received }) => received));
  expect(await askHealth(port)).toBe('refused');
});

test('a request or upgrade that begins while closing is answered with a 503 envelope, and its connection is closed', async () => {
  const { app, url, port, handling, proceed } = await startApp();
  const slow = fetch(`${url}/export/slow`);
  await handling;
  const starts = [head(port, 'GET /healthz'), upgradeHead(port)].map((words) => [words.slice(0, 20), words.slice(20)]);
  const late = await Promise.all(starts.map(async ([first = '', rest]) => ({ rest, ...(await connect(port, first)) })));
  await Promise.all(late.map(() => fetch(`${url}/healthz`))); // the server has read their first words by now
  const closed = app.close();
  while (app.server.listening) await nextLoopIteration();
  for (const { socket, rest = '' } of late) socket.write(rest);
  for (const { received } of late) {
    const answer = await received;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(notReady);
  }
  proceed();
  const answer = await slow;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await closed;
});

test.each([0, 1, 2, 5, 10])(
  'fresh connections that come with the stop are answered or refused, none is reset: 100 of them, %i turns before it',
  async (turns) => {
    const { app, port } = await startApp();
    const results = Array.from({ length: 100 }, () => askHealth(port));
    for (let turn = 0; turn < turns; turn += 1) await nextLoopIteration();
    const closed = app.close();
    const later = Array.from({ length: 20 }, () => askHealth(port));
    for (const result of await Promise.all([...results, ...later]))
      expect(result).toMatch(/^(200|503 not_ready|refused)$/);
    expect(await Promise.all(results)).not.toContain('refused');
    await closed;
    expect(await askHealth(port)).toBe('refused');
  },
);

test('new connections without end do not keep the server from closing', async () => {
  const { app, port } = await startApp();
  const over = new AbortController();
  const knock = async () => {
    while (!over.signal.aborted) await askHealth(port);
  };
  const knocks = Array.from({ length: 20 }, knock);
  await app.close();
  over.abort();
  await Promise.all(knocks);
  expect(await askHealth(port)).toBe('refused');
});

test('behind a proxy that asks whether the process is ready no call fails, also on connections that it keeps open', async () => {
  const { app, port } = await startApp();
  const keptOpen = new Agent({ keepAlive: true, maxSockets: 4 });
  const ask = async (path: string) => {
    const request = get({ port, host: '127.0.0.1', path, agent: keptOpen });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await text(answer);
    return answer.statusCode;
  };
  const told = new AbortController();
  const statuses: unknown[] = [];
  const send = async () => {
    while (!told.signal.aborted) statuses.push(await ask('/healthz').catch(String));
  };
  for (let asked = 0; asked < 2; asked += 1) expect(await ask('/readyz')).toBe(200);
  const sending = Array.from({ length: 3 }, send);
  const closed = app.close();
  while ((await ask('/readyz')) === 200) await nextLoopIteration();
  told.abort();
  await Promise.all([closed, ...sending]);
  keptOpen.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await askHealth(port)).toBe('refused');
});

test('an upload that goes on is answered, and an open page’s socket is closed with 1001', async () => {
  const { app, url, port } = await startApp();
  const page = await openPage(url, { cookie: member.cookie });
  const bytes = await plainPicture(600, 400).png().toBuffer();
  const headers = { cookie: member.cookie, 'content-type': 'application/octet-stream' };
  // The first upload starts the process that decodes pictures, which takes long on a busy machine.
  const address = `${url}/storage/posts/${member.id}`;
  expect((await fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) })).status).toBe(200);
  const { socket, received } = await connect(port, uploadHead(port, bytes.length));
  const piece = Math.ceil(bytes.length / 8);
  socket.write(bytes.subarray(0, piece));
  await fetch(`${url}/healthz`);
  const closed = app.close();
  for (let sent = piece; sent < bytes.length; sent += piece) {
    await delay(120); // a phone on a poor line pauses so; this is longer than the time between two checks
    socket.write(bytes.subarray(sent, sent + piece));
  }
  expect(await received).toMatch(/^HTTP\/1\.1 200 /);
  expect(await page.closed).toMatchObject({ code: 1001 });
  await closed;
});

test('in operation, too, the connection of a slow client is closed', async () => {
  const { app } = await startApp();
  expect(app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  expect(app.server.requestTimeout).toBeLessThanOrEqual(600_000);
  expect(app.server.timeout).toBeGreaterThan(0);
  await app.close();
});

test('a connection that a proxy keeps open is closed by the proxy first', async () => {
  const { app, port } = await startApp();
  const accepted = once(app.server, 'connection') as Promise<[net.Socket]>;
  const { socket, received } = await connect(port, head(port, 'GET /healthz'));
  await once(socket, 'data');
  const [kept] = await accepted;
  // Caddy keeps an unused connection for two minutes, nginx for one.
  expect(kept.timeout).toBeGreaterThan(120_000);
  // A visitor who does not come back holds a connection no longer than needed for that.
  expect(kept.timeout).toBeLessThan(150_000);
  socket.write(head(port, 'GET /healthz', 'Connection: close'));
  expect((await received).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  await app.close();
});

test('a connection that a browser has opened in advance and not used is closed without an answer', async () => {
  const { app, url } = await startApp();
  app.server.headersTimeout = 1;
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  expect(await text(socket)).toBe('');
  await app.close();
});
