import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { expect, test } from 'vitest';
import { buildMember, buildPost, buildSession } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { snapshot } from '../../testing/snapshot.ts';
import { refusedUpgrade } from '../../testing/sockets.ts';

const server = await startTestServer();
const member = await buildMember(server);
const post = await buildPost(server);
const like = JSON.stringify({ post_id_to_toggle: post.id, liked: true });

type Sent = { method?: string; path?: string; headers?: http.OutgoingHttpHeaders; body?: string | Buffer };

/** Sends a request as it is on the wire, with any Host and Origin. */
async function send({ method = 'POST', path = '/rpc/toggle_like', headers = {}, body = like }: Sent) {
  const { hostname, port } = new URL(server.url);
  const whole = { 'content-type': 'application/json', cookie: member.cookie, ...headers };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request({
      hostname,
      port,
      method,
      path,
      headers: whole,
      setHost: headers['host'] === undefined,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      text(response).then((body) => resolve({ status, text: body }), reject);
    });
    if (method !== 'GET') request.setHeader('content-length', Buffer.byteLength(body));
    request.end(method === 'GET' ? undefined : body);
  });
}

const json = { 'content-type': 'application/json' };
const refusals: [what: string, sent: Sent, code: ErrorCode][] = [
  ['an unknown call', { path: '/rpc/drop_everything' }, 'unknown_call'],
  ['a call named like what every object has', { path: '/rpc/constructor' }, 'unknown_call'],
  ['a call in other letters', { path: '/rpc/Toggle_Like' }, 'unknown_call'],
  ['a slash too many', { path: '/rpc/toggle_like/' }, 'unknown_call'],
  ['an address that is no text', { path: '/rpc/%E0%A4%A' }, 'malformed_request'],
  ['an endless address', { path: `/rpc/${'x'.repeat(5000)}` }, 'unknown_call'],
  ['a route of the auth library that is not mounted (D50)', { path: '/auth/delete-user' }, 'unknown_call'],
  ['GET', { method: 'GET' }, 'method_not_allowed'],
  ['PUT', { method: 'PUT' }, 'method_not_allowed'],
  ['DELETE', { method: 'DELETE' }, 'method_not_allowed'],
  ['POST to a page', { path: '/post/x' }, 'method_not_allowed'],
  ['what is not JSON', { body: '{"post_id_to_toggle":' }, 'malformed_request'],
  ['bytes', { body: Buffer.from([0xff, 0xfe, 0x00]) }, 'malformed_request'],
  [
    'JSON that claims to be compressed',
    { headers: { ...json, 'content-encoding': 'gzip' }, body: Buffer.from([0x1f, 0x8b]) },
    'malformed_request',
  ],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
    'unsupported_media_type',
  ],
  [
    'plain text, which needs no leave of the browser',
    { headers: { 'content-type': 'text/plain' } },
    'unsupported_media_type',
  ],
  ['2 MB of JSON', { body: JSON.stringify({ post_id_to_toggle: 'x'.repeat(2 * 1024 * 1024) }) }, 'body_too_large'],
  [
    'a nest of 100 000',
    { body: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`.slice(0, 250_000) },
    'malformed_request',
  ],
  ['a foreign host', { headers: { host: 'elsewhere.example' } }, 'foreign_host'],
  ['a host that only begins like ours', { headers: { host: 'lapau.test.elsewhere.example' } }, 'foreign_host'],
  ['a host that is none', { headers: { host: 'a b' } }, 'foreign_host'],
  ['an empty host', { headers: { host: '' } }, 'foreign_host'],
  ['a write from a foreign page', { headers: { origin: 'https://elsewhere.example' } }, 'foreign_origin'],
  ['a write from nowhere, as a sandboxed frame is', { headers: { origin: 'null' } }, 'foreign_origin'],
  [
    'a write from our name at another port',
    { headers: { host: 'lapau.test', origin: 'http://lapau.test:8080' } },
    'foreign_origin',
  ],
  ['a write that the browser calls cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }, 'foreign_origin'],
  ['a write from a neighbouring name', { headers: { 'sec-fetch-site': 'same-site' } }, 'foreign_origin'],
];

test.each(refusals)('%s is refused, and nothing is written', async (_what, sent, code) => {
  const before = await snapshot(server.db);
  const answer = await send(sent);
  expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toMatchObject({
    status: errors[code][0],
    body: { code, message: errors[code][1] },
  });
  expect(await snapshot(server.db)).toEqual(before);
});

test('requests with our own host and origin are accepted, by name, by address and from the native app', async () => {
  const { host } = new URL(server.url);
  const ours: http.OutgoingHttpHeaders[] = [
    {},
    { origin: server.url, 'sec-fetch-site': 'same-origin' },
    { host: 'lapau.test', origin: 'http://lapau.test' },
    { host: 'Lapau.TEST', origin: 'http://lapau.test' },
    { host, 'sec-fetch-site': 'none' },
    { host: `localhost:${new URL(server.url).port}` },
    { host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' },
    { host: '[::1]:3000', origin: 'http://[::1]:3000' },
  ];
  for (const headers of ours) expect((await send({ headers })).status, JSON.stringify(headers)).toBe(200);
});

test('WebSocket upgrades of foreign origins and hosts are refused', async () => {
  const refused = async (headers: Record<string, string>) =>
    refusedUpgrade(server.url, { cookie: member.cookie, ...headers });
  expect(await refused({ origin: 'https://elsewhere.example' })).toMatchObject({
    status: 403,
    body: { code: 'foreign_origin' },
  });
  expect(await refused({ host: 'elsewhere.example' })).toMatchObject({ status: 421, body: { code: 'foreign_host' } });
});

/** Sends bytes that no library would send, and reads the answer. */
async function exchange(head: string[], body = ''): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  socket.write([...head, `content-length: ${body.length}`, 'connection: close', '', body].join('\r\n'));
  const answer = Buffer.concat(await Array.fromAsync(socket, (chunk) => chunk as Buffer)).toString();
  const at = answer.indexOf('\r\n\r\n');
  const isJson = /^content-type: application\/json/im.test(answer.slice(0, at));
  return { status: Number(answer.split(' ', 2)[1]), body: isJson ? JSON.parse(answer.slice(at)) : answer.slice(at) };
}

const own = 'host: lapau.test';
const foreign = 'host: elsewhere.example';
const call = ['content-type: application/json', `cookie: ${member.cookie}`];
const upgrade = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  `cookie: ${member.cookie}`,
];
test.each([
  ['our own first', ['POST /rpc/toggle_like HTTP/1.1', own, foreign, ...call]],
  ['our own last', ['POST /rpc/toggle_like HTTP/1.1', foreign, own, ...call]],
  ['our own twice, in other letters', ['POST /rpc/toggle_like HTTP/1.1', own, 'HOST: LAPAU.TEST', ...call]],
  ['an empty one', ['POST /rpc/toggle_like HTTP/1.1', own, 'host:', ...call]],
  ['two for a page', ['GET / HTTP/1.1', own, foreign]],
  ['two for HTTP/1.0', ['GET / HTTP/1.0', own, foreign]],
  ['two for an address that does not exist', ['GET /rpc/drop_everything HTTP/1.1', own, foreign]],
  ['two for a WebSocket', ['GET /realtime HTTP/1.1', own, foreign, ...upgrade]],
  ['another one in the target', ['POST http://elsewhere.example/rpc/toggle_like HTTP/1.1', own, ...call]],
  ['another port in the target', ['POST http://lapau.test:8080/rpc/toggle_like HTTP/1.1', own, ...call]],
  ['a person in the target', ['POST http://lapau.test@elsewhere.example/rpc/toggle_like HTTP/1.1', own, ...call]],
  ['another scheme in the target', ['GET ftp://elsewhere.example/ HTTP/1.1', own]],
  ['another one in the target of a WebSocket', ['GET http://elsewhere.example/realtime HTTP/1.1', own, ...upgrade]],
])('a request that names two hosts is refused: %s', async (_what, head) => {
  const before = await snapshot(server.db);
  expect(await exchange(head, head[0]?.startsWith('POST') ? like : '')).toMatchObject({
    status: 400,
    body: { code: 'malformed_request' },
  });
  expect(await snapshot(server.db)).toEqual(before);
});

test('a target may name the host that the request is for, and is refused with a foreign one', async () => {
  const target = (host: string) => `POST http://${host}/rpc/toggle_like HTTP/1.1`;
  expect(await exchange([target('lapau.test'), own, ...call], like)).toMatchObject({ status: 200 });
  expect(await exchange(['GET http://lapau.test HTTP/1.1', own])).toMatchObject({ status: 200 });
  expect(await exchange([target('elsewhere.example'), foreign, ...call], like)).toMatchObject({
    status: 421,
    body: { code: 'foreign_host' },
  });
});

test('a forged, ended or foreign session counts as signed out', async () => {
  const other = await buildMember(server);
  const [token = '', signature = ''] = decodeURIComponent(member.token).split('.');
  const expired = await buildSession(server, other.id, { expires_at: new Date(Date.now() - 1000) });
  const revoked = await buildSession(server, other.id, { revoked_at: new Date() });
  const otherSignature = decodeURIComponent(other.token).split('.')[1] ?? '';
  const forged = [
    token,
    `${token}.`,
    `${token}.${otherSignature}`,
    `${token}x.${signature}`,
    `.${signature}`,
    '%E0%A4%A',
    `' or true --.${signature}`,
    `${token}\u0000.${signature}`,
    'x'.repeat(5000),
    decodeURIComponent(expired.token),
    decodeURIComponent(revoked.token),
  ];
  for (const value of forged) {
    const encoded = value === '%E0%A4%A' ? value : encodeURIComponent(value);
    for (const headers of [
      { cookie: `lapau.session_token=${encoded}` },
      { cookie: '', authorization: `Bearer ${encoded}` },
    ]) {
      const answer = await send({ headers });
      expect([answer.status, JSON.parse(answer.text)], value.slice(0, 60)).toMatchObject([
        401,
        { code: 'unauthenticated' },
      ]);
    }
  }
});

test('input that is not HTTP is refused with an envelope, and the log says so', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const { url } = await startTestServer({ logLevel: 'warn', logTo });
  const { hostname, port } = new URL(url);
  const longHeader = `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`;
  for (const input of ['PROXY TCP4 192.0.2.1 192.0.2.2 5 80\r\n\r\n', longHeader]) {
    const socket = net.connect(Number(port), hostname);
    socket.write(input);
    const answer = Buffer.concat(await Array.fromAsync(socket, (chunk) => chunk as Buffer)).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'malformed_request' });
  }
  // A client that goes in the middle of its request is neither answered nor noted.
  const gone = net.connect(Number(port), hostname);
  gone.end('POST /rpc/get_feed HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  expect(await Array.fromAsync(gone)).toEqual([]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'refused what is no HTTP', reason: 'HPE_INVALID_METHOD' },
    { msg: 'refused what is no HTTP', reason: 'HPE_HEADER_OVERFLOW' },
  ]);
});

test('answers carry the security headers: no sniffing, no frames, no foreign scripts or servers, no devices', async () => {
  const { headers } = await server.request('/');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get('permissions-policy')).toContain('camera=(), ');
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('over https the answers carry an HSTS header', async () => {
  const secure = await startTestServer({ hsts: 'max-age=60' });
  for (const path of ['/', '/rpc/drop_everything', '/healthz'])
    expect((await secure.request(path)).headers.get('strict-transport-security')).toBe('max-age=60');
});

test('answers of calls forbid caching, refusals too', async () => {
  for (const call of ['get_app_settings', 'get_feed', 'get_notifications', 'drop_everything']) {
    const { headers } = await server.request(`/rpc/${call}`, { method: 'POST', headers: json, body: '{}' });
    expect([call, headers.get('cache-control')]).toEqual([call, 'no-store']);
  }
});

test('a page of somebody else is told who is signed in, and nothing more', async () => {
  const headers = { 'content-type': 'application/json', 'lapau-account': (await buildMember(server)).id };
  const ask = (call: string) => server.request(`/rpc/${call}`, { method: 'POST', headers, body: '{}' }, member);
  const session = (await (await ask('get_session')).json()) as { user: { id: string } };
  expect(session.user.id).toBe(member.id);
  expect((await ask('get_notifications')).status).toBe(409);
  expect((await ask('get_app_settings')).status).toBe(200);
});

test('a change that says whose it is, is refused when somebody else is signed in (D84)', async () => {
  const { id } = await buildPost(server);
  const body = JSON.stringify({ post_id_to_toggle: id, liked: true });
  const by = (account: string) => send({ body, headers: { 'lapau-account': account } });
  const refused = await by((await buildMember(server)).id);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { code: 'other_account' }]);
  expect(await server.db.selectFrom('likes').select('user_id').where('post_id', '=', id).execute()).toEqual([]);
  expect((await by(member.id)).status).toBe(200);
});
