import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startApache, startHaproxy, startNginx } from '../../testing/proxies.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage, refusedUpgrade } from '../../testing/sockets.ts';
import { programFolder } from '../process/program-folder.ts';

const publicUrl = 'https://lapau.example:8443';
const assets = { 'app.js': '// the app' };
const server = await startTestServer({ publicUrl, assets });
const { host: target } = new URL(server.url);
const { cookie } = await buildMember(server);
const post = await buildPost(server);

type Sent = { host?: string; origin?: string; method?: string };

/** Sends a request as a browser with PUBLIC_URL open does, after TLS was taken off. */
async function send(address: string, route: string, { host = 'lapau.example:8443', origin, method = 'GET' }: Sent) {
  const { hostname, port } = new URL(address);
  const headers = { host, cookie, ...(origin && { origin, 'content-type': 'application/json' }) };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = http.request({ hostname, port, method, path: route, headers, setHost: false, agent: false });
    request.on('error', reject).on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.end(method === 'POST' ? JSON.stringify({ post_id_to_toggle: post.id, liked: true }) : undefined);
  });
}

const like = (address: string, origin: string, sent: Sent = {}) =>
  send(address, '/rpc/toggle_like', { ...sent, origin, method: 'POST' });

/** The block of docs/operating.md. */
function nginxOfTheGuide(): string {
  const guide = readFileSync(path.join(programFolder, 'docs/operating.md'), 'utf8');
  const [, block = ''] = /```nginx\n([^]*?)```/.exec(guide) ?? [];
  return block.replace('127.0.0.1:3000', target);
}

/** The block of docs/operating.md. */
function apacheOfTheGuide(): string {
  const guide = readFileSync(path.join(programFolder, 'docs/operating.md'), 'utf8');
  const [, block = ''] = /```apache\n([^]*?)```/.exec(guide) ?? [];
  return block.replaceAll('127.0.0.1:3000', target);
}

const upgrades =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";';
const nginx = (host: string, upstream = target) =>
  startNginx(server.url, `location / { proxy_pass http://${upstream}; ${host} ${upgrades} }`);

test.each<[what: string, startProxy: () => Promise<string>]>([
  ['nginx as the guide has it', () => startNginx(server.url, nginxOfTheGuide())],
  ['nginx with the host as it comes', () => nginx('proxy_set_header Host $http_host;')],
  ['nginx with a port of its own', () => nginx('proxy_set_header Host $host:$server_port;')],
  ['nginx with its default host', () => nginx('')],
  ['nginx with its default host, of an upstream', () => nginx('', 'upstream_of_lapau')],
  ['nginx that takes the Origin out', () => nginx('proxy_set_header Origin "";')],
  ['Apache as the guide has it', () => startApache(apacheOfTheGuide())],
  ['Apache with its default host', () => startApache(`ProxyPass / http://${target}/ upgrade=websocket`)],
  ['HAProxy', () => startHaproxy(server.url)],
  ['HAProxy with a name of the own network', () => startHaproxy(server.url, 'http-request set-header Host lapau:3000')],
  [
    'HAProxy with a name of a cluster',
    () => startHaproxy(server.url, 'http-request set-header Host web.lapau.svc.cluster.local'),
  ],
])('people open, write and are told behind %s', async (_what, startProxy) => {
  const address = await startProxy();
  const page = await send(address, '/', {});
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('id="root"')]);
  expect(await send(address, '/assets/app.js', {})).toEqual({ status: 200, body: assets['app.js'] });
  expect((await like(address, publicUrl)).status).toBe(200);
  const open = await openPage(address, { host: 'lapau.example:8443', origin: publicUrl, cookie });
  open.socket.close();
});

test.each<[what: string, startProxy: () => Promise<string>]>([
  ['as the guide has it', () => startNginx(server.url, nginxOfTheGuide())],
  ['with its default host', () => nginx('')],
])('pages of others neither write nor open sockets behind nginx %s', async (_what, startProxy) => {
  const address = await startProxy();
  for (const origin of [
    'https://elsewhere.example',
    'https://lapau.example',
    'http://lapau.example:8443',
    `http://${target}`,
    'null',
  ]) {
    expect(await like(address, origin), origin).toMatchObject({ status: 403 });
    const refused = await refusedUpgrade(address, { host: 'lapau.example:8443', origin, cookie });
    expect(refused, origin).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  }
});

test('a proxy that is trusted may name the host it was asked for beside its own, and nobody else may', async () => {
  const trusting = await startTestServer({ publicUrl, trustProxy: '127.0.0.1' });
  const asked = (url: string, forwarded: string) =>
    startHaproxy(
      url,
      ...(forwarded === '' ? [] : [`http-request set-header X-Forwarded-Host ${forwarded}`]),
      'http-request set-header Host backend.elsewhere.example',
    ).then(async (address) => (await send(address, '/', {})).status);
  expect(await asked(trusting.url, '%[req.hdr(host)]')).toBe(200);
  expect(await asked(trusting.url, 'lapau.example')).toBe(200);
  expect(await asked(trusting.url, 'elsewhere.example')).toBe(421);
  expect(await asked(trusting.url, '')).toBe(421);
  expect(await asked(server.url, '%[req.hdr(host)]')).toBe(421);
});

test('a proxy that asks without a host whether Lapau is well is answered', async () => {
  const address = await startHaproxy(
    server.url,
    'option httpchk GET /readyz',
    'timeout check 60s',
    'default-server check inter 100ms',
  );
  const answered = 'lapau_requests_total{route="/readyz",code="ok"}';
  await expect.poll(() => server.platform.metrics.render()).toContain(answered);
  expect((await send(address, '/', {})).status).toBe(200);
  expect(await server.platform.metrics.render()).not.toContain('route="/readyz",code="foreign_host"');
});

test('what is refused for its host or origin is logged once, with what was got and expected', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const logging = await startTestServer({ publicUrl, logLevel: 'warn', logTo });
  const address = await startHaproxy(logging.url);
  for (let count = 0; count < 3; count += 1) {
    await send(address, `/post/${post.id}`, { host: 'other.example' });
    await like(address, 'https://lapau.example');
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      msg: 'refused a request whose Host is not the name of PUBLIC_URL',
      host: 'other.example',
      expected: 'lapau.example:8443',
    }),
    expect.objectContaining({
      msg: 'refused what a page of another origin has asked for',
      origin: 'https://lapau.example',
      host: 'lapau.example:8443',
      expected: publicUrl,
    }),
  ]);
  expect(lines.join('')).not.toContain(post.id);
  lines.length = 0;
  const twice = await startHaproxy(logging.url, 'http-request add-header Host other.example');
  expect((await send(twice, '/', {})).status).toBe(400);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ host: 'lapau.example:8443 and other.example' });
});
