import { calls } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import { describe, expect, test } from 'vitest';
import { buildMember } from '../../testing/builders.ts';
import { requestOnce } from '../../testing/one-request.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const token = 'a-token-of-at-least-32-characters';
const server = await startTestServer();
const member = await buildMember(server);

/** Reads the metrics: numbers by name and labels, as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const response = await server.request('/metrics');
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

describe('who may read /metrics', () => {
  const ask = async ({ request }: TestServer, headers: Record<string, string> = {}) =>
    (await request('/metrics', { headers })).status;

  test('without a token this machine itself, and nobody who may have come through a proxy of it', async () => {
    expect(await ask(server)).toBe(200);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via', 'X-Forwarded-Proto', 'CF-Connecting-IP'])
      expect([name, await ask(server, { [name]: '127.0.0.1' })]).toEqual([name, 404]);
    const by = (host: string) =>
      requestOnce(server.url, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await Promise.all(['lapau.test', '192.0.2.1', 'localhost', '[::1]:3000'].map(by))).toEqual([
      '404 unknown_call',
      '404 unknown_call',
      '200',
      '200',
    ]);
    for (const settings of [{ trustProxy: true }, { publicUrl: 'https://lapau.example' }])
      expect(await ask(await startTestServer(settings)), JSON.stringify(settings)).toBe(404);
  });

  test('with a token whoever has it, and nobody else', async () => {
    const guarded = await startTestServer({ metricsToken: token, trustProxy: true });
    expect(await ask(guarded, { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    for (const authorization of ['', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Bearer ${member.token}`])
      expect([authorization, await ask(guarded, { authorization })]).toEqual([authorization, 401]);
  });
});

describe('requests', () => {
  test('are counted and timed by the name of their call, with the code of a refusal', async () => {
    const feed = 'lapau_requests_total{route="get_feed",code="ok"}';
    const refused = 'lapau_requests_total{route="get_post_details",code="post_not_found"}';
    const before = await scrape();
    for (let count = 0; count < 3; count += 1) await server.call('get_feed', {}, member);
    await server.rawCall('get_post_details', { p_post_id: crypto.randomUUID() }, member);
    const after = await scrape();
    expect((after.get(feed) ?? 0) - (before.get(feed) ?? 0)).toBe(3);
    expect((after.get(refused) ?? 0) - (before.get(refused) ?? 0)).toBe(1);
    expect(after.get('lapau_request_seconds_count{route="get_feed"}')).toBe(after.get(feed));
    expect(after.get('lapau_request_seconds_bucket{le="30",route="get_feed"}')).toBe(after.get(feed));
  });

  test('for what does not exist make no time series of their own, whatever their addresses and methods', async () => {
    await server.request('/');
    await server.request('/none');
    await server.rawCall('none', {});
    const names = async () => new Set([...(await scrape()).keys()].filter((name) => name.includes('route=')));
    const before = await names();
    for (let count = 0; count < 20; count += 1) {
      await server.request(`/${crypto.randomUUID()}`);
      await server.rawCall(`call_${count}`, {});
      await server.request(`/storage/posts/${crypto.randomUUID()}/x.webp`);
    }
    const stored = [...(await names())].filter((name) => !before.has(name));
    expect(stored.filter((name) => !name.includes('route="/storage/:bucket/*"'))).toEqual([]);
    const routes = new Set(server.routes.map((route) => route.split(' ')[1]?.replace('/rpc/', '')));
    for (const name of await names()) {
      const [, route = '', code = 'ok'] = /route="([^"]*)"(?:,code="([^"]*)")?/.exec(name) ?? [];
      expect(route === 'pages' || route in calls || routes.has(route), route).toBe(true);
      expect(code === 'ok' || code in errors || /^[34]\d\d$/.test(code), code).toBe(true);
    }
  });
});

test('what the parts of the platform do is measured', async () => {
  const before = await scrape();
  const page = await openPage(server.url, { authorization: `Bearer ${member.token}` });
  const { phone, address, nagari, kecamatan } = member;
  await server.call('update_profile', { full_name: 'Upik Baru', phone, address, nagari, kecamatan }, member);
  const after = await scrape();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('lapau_socket_connections')).toBe(1);
  expect(grown('lapau_socket_subscriptions')).toBe(1);
  expect(grown('lapau_signals_published_total')).toBeGreaterThan(0);
  expect(grown('lapau_signals_delivered_total')).toBe(grown('lapau_signals_published_total'));
  expect(grown('lapau_statement_seconds_count')).toBeGreaterThan(0);
  expect(grown('lapau_cache_reads_total{cache="sessions",result="hit"}')).toBeGreaterThan(0);
  expect(after.get('lapau_signals_connected')).toBe(1);
  expect(after.get('lapau_database_up')).toBe(1);
  expect(after.get('lapau_pool_connections{state="waiting"}')).toBe(0);
  expect(after.get('lapau_pictures_running')).toBe(0);
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect([...after.keys()].some((name) => /^lapau_build_info\{version="\d+\.\d+\.\d+/.test(name))).toBe(true);
  expect([...after.values()].filter(Number.isNaN)).toEqual([]);
  page.socket.close();
  await page.closed;
});
