import { expect, test } from 'vitest';
import { buildMember, buildSession } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';

const hasBootData = async (server: TestServer, as?: { token: string }, path = '/') =>
  /id="boot">\{"get_/.test(await (await server.request(path, {}, as)).text());

test('searches of one or two letters are limited per person, longer searches are not', async () => {
  const server = await startTestServer({ limits: { costByMember: 30 } });
  const [member, other] = [await buildMember(server), await buildMember(server)];
  for (const search_term of ['s', 's’a...'])
    expect((await server.rawCall('get_feed', { search_term }, member)).status).toBe(200);
  expect((await server.rawCall('list_warungs', { search_term: 'lo' }, member)).status).toBe(200);
  const over = await server.request(
    '/rpc/get_feed',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"search_term":"s"}' },
    member,
  );
  expect(over.status).toBe(429);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  // Another session of the person has no further budget.
  const again = await buildSession(server, member.id);
  expect((await server.rawCall('list_warungs', { search_term: 's' }, again)).status).toBe(429);
  for (const search_term of ['', 'sate'])
    expect((await server.rawCall('get_feed', { search_term }, member)).status).toBe(200);
  expect((await server.rawCall('get_feed', { search_term: 's' }, other)).status).toBe(200);
});

test('a person over the page budget gets pages without boot data, others at the same address still get it', async () => {
  const server = await startTestServer({ limits: { costByMember: 6, costByAddress: 20 } });
  const [member, other] = [await buildMember(server), await buildMember(server)];
  expect(await hasBootData(server, member)).toBe(true);
  expect(await hasBootData(server, member)).toBe(true);
  expect(await hasBootData(server, member)).toBe(false);
  expect((await server.request('/', {}, member)).status).toBe(200);
  expect((await server.rawCall('get_feed', {}, member)).status).toBe(200);
  expect(await hasBootData(server, other)).toBe(true);
  // Nine of 20 units are taken, and some come back meanwhile.
  let pages = 0;
  while (pages < 60 && (await hasBootData(server, undefined, '/login'))) pages += 1;
  expect(pages).toBeGreaterThanOrEqual(11);
  expect(pages).toBeLessThan(60);
});

test('exports are limited per person', async () => {
  const server = await startTestServer({ limits: { exportsByMember: 2 } });
  const [member, other] = [await buildMember(server), await buildMember(server)];
  const download = async (as: { token: string }) => {
    const response = await server.request('/export/data-saya.zip', {}, as);
    await response.arrayBuffer();
    return [response.status, Number(response.headers.get('retry-after'))];
  };
  expect([(await download(member))[0], (await download(member))[0]]).toEqual([200, 200]);
  const [status, wait] = await download(member);
  expect(status).toBe(429);
  expect(wait).toBeGreaterThan(500);
  expect((await download(other))[0]).toBe(200);
});
