import http from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { openPage, refusedUpgrade } from '../../testing/sockets.ts';
import { readConfig } from '../config/config.ts';
import { readHost } from './host.ts';

const startAt = (publicUrl: string) =>
  startTestServer({ publicUrl: readConfig({ PUBLIC_URL: publicUrl }, 'start').publicUrl });
const server = await startAt('https://lapau.example');
const member = await buildMember(server);
const post = await buildPost(server);

/** Sends a like from a page at `origin`, as it is on the wire. */
async function like({ url }: TestServer, host: string, { cookie = '', origin = '', path = '/rpc/toggle_like' }) {
  const { hostname, port } = new URL(url);
  const headers = { host, cookie, 'content-type': 'application/json', ...(origin && { origin }) };
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = http.request({ hostname, port, method: 'POST', path, headers, setHost: false });
    request.on('error', reject).on('response', (response) => {
      const answer = (body: string) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) as unknown });
      text(response).then(answer, reject);
    });
    request.end(JSON.stringify({ post_id_to_toggle: post.id, liked: true }));
  });
}

const spellings = [
  'lapau.example',
  'lapau.example.',
  'lapau.example:443',
  'lapau.example.:443',
  'LAPAU.Example',
  'Lapau.Example.:0443',
  'lapau.example:',
];

test('our own host is served however it is written, from pages that write it otherwise', async () => {
  for (const host of spellings)
    for (const origin of ['', 'https://lapau.example', 'https://lapau.example.', 'https://LAPAU.example:443'])
      expect(await like(server, host, { cookie: member.cookie, origin }), `${host} ${origin}`).toMatchObject({
        status: 200,
      });
});

test('a target that names our host otherwise than the header is for the same host', async () => {
  const path = 'https://lapau.example.:443/rpc/toggle_like';
  expect(await like(server, 'lapau.example', { cookie: member.cookie, path })).toMatchObject({ status: 200 });
});

test('a proxy may leave the port out or name its own, and say its own address or name instead', async () => {
  const lapau = await startAt('https://lapau.example:8443');
  const { cookie } = await buildMember(lapau);
  const origin = 'https://lapau.example:8443';
  for (const host of [
    'lapau.example',
    'lapau.example:3000',
    '127.0.0.1:3000',
    'localhost',
    'lapau_web',
    'web.internal',
  ])
    for (const page of [origin, ''])
      expect(await like(lapau, host, { cookie, origin: page }), host).toMatchObject({
        body: { code: 'post_not_found' },
      });
  for (const host of ['lapau.example', 'lapau.example:443', 'lapau.example:3000', '127.0.0.1:3000', 'web.internal'])
    for (const page of ['https://lapau.example', 'https://lapau.example:3000', 'http://lapau.example:8443'])
      expect(await like(lapau, host, { cookie, origin: page }), host).toMatchObject({
        body: { code: 'foreign_origin' },
      });
});

test('without a PUBLIC_URL people write at the address or private name that they have opened, and at no other', async () => {
  const lapau = await startTestServer({ publicUrl: undefined });
  const { cookie } = await buildMember(lapau);
  for (const host of ['192.168.1.20:3000', 'localhost:3000', 'lapau.local', 'raspberry:8080'])
    expect(await like(lapau, host, { cookie, origin: `http://${host}` }), host).toMatchObject({
      body: { code: 'post_not_found' },
    });
  for (const origin of ['http://127.0.0.1:3000', 'http://192.168.1.20', 'http://elsewhere.example'])
    expect(await like(lapau, '192.168.1.20:3000', { cookie, origin }), origin).toMatchObject({ status: 403 });
  expect(await like(lapau, 'lapau.example', { cookie, origin: 'http://lapau.example' })).toMatchObject({ status: 421 });
});

test('sockets open from a page at the full name with its dot', async () => {
  const headers = { cookie: member.cookie, host: 'lapau.example.', origin: 'https://lapau.example.' };
  const page = await openPage(server.url, headers);
  page.socket.close();
  await page.closed;
  expect(await refusedUpgrade(server.url, { ...headers, origin: 'http://lapau.example.' })).toMatchObject({
    status: 403,
    body: { code: 'foreign_origin' },
  });
});

test.each([
  'lapau.example.elsewhere.example',
  'lapau.example..',
  '.lapau.example',
  'www.lapau.example',
  'lapau.internal.example',
  'lapau.example@elsewhere.example',
  'elsewhere.example@lapau.example',
  'elsewhere.example\\lapau.example',
  'lapau.example/elsewhere',
  'localhost/elsewhere',
  'localhost@elsewhere.example',
  'lapau%2eexample',
  'lapau.example, elsewhere.example',
  'lapau.example:443:443',
  '127.0.0.1.elsewhere.example',
  '[::1].elsewhere.example',
  '.',
  ':443',
  '',
])('the host %j is refused', async (host) => {
  expect(await like(server, host, { cookie: member.cookie })).toMatchObject({
    status: 421,
    body: { code: 'foreign_host' },
  });
});

test.each([
  'https://lapau.example:8443',
  'http://lapau.example',
  'https://elsewhere.example',
  'https://lapau.example.elsewhere.example',
  'https://lapau.example@elsewhere.example',
  'https://lapau.example..',
  'file://',
])('a write from a page at %s is refused', async (origin) => {
  for (const host of ['lapau.example', 'lapau.example.'])
    expect(await like(server, host, { cookie: member.cookie, origin })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
});

test('loopback and bare addresses are served in every spelling', async () => {
  for (const host of ['localhost.', 'LOCALHOST:3000', '[::1]', '[0:0:0:0:0:0:0:1]:3000', '192.168.1.20:80'])
    expect(await like(server, host, { cookie: member.cookie }), host).toMatchObject({ status: 200 });
  const origin = 'https://[::1]';
  expect(await like(server, '[0:0::1]:443', { cookie: member.cookie, origin })).toMatchObject({ status: 200 });
});

test.each([
  ['https://LAPAU.example:443', 'lapau.example', 'https://lapau.example'],
  ['https://lapau.example.', 'lapau.example', 'https://lapau.example'],
  ['https://dapur-é.example', 'xn--dapur--gva.example', 'https://xn--dapur--gva.example'],
  ['http://lapau.example', 'lapau.example:80', 'http://lapau.example'],
  ['http://lapau.example:443', 'lapau.example:443', 'http://lapau.example:443'],
  ['http://[2001:DB8::0:1]:80', '[2001:db8::1]', 'http://[2001:db8::1]'],
])('with the PUBLIC_URL %s people write at %s', async (publicUrl, host, origin) => {
  const lapau = await startAt(publicUrl);
  const { cookie } = await buildMember(lapau);
  expect(await like(lapau, host, { cookie, origin })).toMatchObject({ status: 404, body: { code: 'post_not_found' } });
});

test('a host is read in one spelling', () => {
  expect(readHost('Dapur-é.Example.:443', 'https:')).toEqual({
    host: 'xn--dapur--gva.example',
    name: 'xn--dapur--gva.example',
  });
  expect(readHost('lapau.example:443', 'http:')?.host).toBe('lapau.example:443');
  expect(readHost('[2001:DB8:0::1]:8080', 'http:')).toEqual({ host: '[2001:db8::1]:8080', name: '2001:db8::1' });
});
