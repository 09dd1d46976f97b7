import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { applyRetention } from '../transactions/retention.ts';
import { createWebFileFinder, webFilesRetention } from './stored-web-files.ts';
import { mountWebFiles } from './web-files.ts';

const code = `console.log('${'lapau '.repeat(400)}');\n`;
/** The files that a build makes of a script. */
const built = (name: string, text = code) => ({
  [name]: text,
  [`${name}.br`]: brotliCompressSync(text),
  [`${name}.gz`]: gzipSync(text),
});

const older = await startTestServer({ assets: built('index-older_01.js') });
const newer = await startTestServer({ assets: built('index-newer_01.js'), databaseUrl: older.databaseUrl });

const get = (server: TestServer, name: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(`/assets/${name}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });

test.each([
  ['its own', older],
  ['another release’s', newer],
])('a process serves %s file, as small as the browser takes it', async (_whose, server) => {
  for (const [accepted, coding, length] of [
    ['gzip, deflate, br', 'br', brotliCompressSync(code).length],
    ['gzip', 'gzip', gzipSync(code).length],
    ['br;q=0, gzip;q=0.5', 'gzip', gzipSync(code).length],
    ['identity', null, code.length],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(server, 'index-older_01.js', { 'accept-encoding': accepted }, method);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(length),
        vary: 'accept-encoding',
      });
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(await answer.text()).toBe(method === 'HEAD' ? '' : code);
      const etag = answer.headers.get('etag') ?? '';
      const again = await get(server, 'index-older_01.js', { 'if-none-match': etag }, method);
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  }
});

test('every process gives a file the same tag', async () => {
  const tags = [older, newer].map(async (server) => (await get(server, 'index-older_01.js')).headers.get('etag'));
  const [one, other] = await Promise.all(tags);
  expect(one).toMatch(/^W\/"/);
  expect(other).toBe(one);
});

test('a name that was asked for too early is served once a process has it', async () => {
  expect((await get(older, 'index-later_01.js')).status).toBe(404);
  await startTestServer({ assets: built('index-later_01.js'), databaseUrl: older.databaseUrl });
  expect((await get(older, 'index-later_01.js')).status).toBe(200);
});

test.each(['index-nobody1.js', 'index-older_01.js.br', 'x'.repeat(300), '..%2Findex.html', '%00', 'a%20b.js', 'ü.js'])(
  'nothing is served as %s',
  async (name) => {
    const answer = await get(newer, name);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  },
);

test('names that nobody has are no way to load the database, and files are read from it once', async () => {
  let statements = 0;
  const counted = older.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const find = createWebFileFinder({ db: counted });
  const unknown = Array.from({ length: 500 }, (_, index) => find(`index-${index}.js`));
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]));
  expect(statements).toBeLessThanOrEqual(2);
  const found = Array.from({ length: 100 }, () => find('index-older_01.js'));
  for (const file of await Promise.all(found)) expect(file?.content.toString()).toBe(code);
  expect(statements).toBeLessThanOrEqual(5);
});

test('of processes that start at once all are ready, and one has stored each file', async () => {
  const databaseUrl = await createTestDatabase();
  const assets = Object.assign({}, ...Array.from({ length: 20 }, (_, index) => built(`part-${index}.js`))) as object;
  const started = Array.from({ length: 4 }, () => startTestServer({ databaseUrl, assets: { ...assets } }));
  const [server] = await Promise.all(started);
  const rows = (await server?.db.selectFrom('web_files').select('name').execute()) ?? [];
  expect(rows).toHaveLength(20);
});

function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

const age = (server: TestServer, name: string, days: number) =>
  server.db
    .updateTable('web_files')
    .set({ had_at: new Date(Date.now() - days * 86_400_000) })
    .where('name', '=', name)
    .execute();

test('a file stays for 30 days after the last process had it, and as long as one has it', async () => {
  useFakeTimers();
  const own = 'index-lasts_01.js';
  const server = await startTestServer({ assets: built(own), databaseUrl: older.databaseUrl });
  const times = async () =>
    (await server.db.selectFrom('web_files').select('had_at').where('name', '=', own).execute())[0];
  await age(server, own, 31);
  vi.advanceTimersByTime(86_400_000);
  await expect.poll(async () => Number((await times())?.had_at)).toBeGreaterThan(Date.now() - 60_000);
  vi.useRealTimers();

  await age(server, 'index-older_01.js', 31);
  await age(server, 'index-newer_01.js', 29);
  for (const retention of webFilesRetention) await applyRetention(server.platform, retention);
  expect((await get(server, 'index-older_01.js')).status).toBe(404);
  expect((await get(older, 'index-older_01.js')).status).toBe(200);
  for (const name of ['index-newer_01.js', own]) expect((await get(server, name)).status).toBe(200);
});

test('a full database keeps no process from serving its own files, and they are stored once there is room', async () => {
  const first = await startTestServer({ assets: built('index-first_01.js') });
  await sql`
    create function disk_full() returns trigger language plpgsql as
    $$ begin raise 'No space left on device' using errcode = '53100'; end $$`.execute(first.db);
  await sql`create trigger full_disk before insert on web_files execute function disk_full()`.execute(first.db);
  useFakeTimers();
  const assets = built('index-second_1.js');
  const second = await startTestServer({ assets, databaseUrl: first.databaseUrl, logLevel: 'fatal' });
  for (const name of ['index-first_01.js', 'index-second_1.js']) expect((await get(second, name)).status).toBe(200);
  expect((await get(first, 'index-second_1.js')).status).toBe(404);
  await sql`drop trigger full_disk on web_files`.execute(first.db);
  vi.advanceTimersByTime(60_000);
  await expect.poll(async () => (await get(first, 'index-second_1.js')).status).toBe(200);
});

test('on a database that has become read-only a process serves its own files and those that are stored', async () => {
  const first = await startTestServer({ assets: built('index-first_01.js') });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-web-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets/index-own_0001.js'), code);
  const name = new URL(first.databaseUrl).pathname.slice(1);
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(first.db);
  const log = createLog('fatal');
  const database = openDatabase(first.databaseUrl, log);
  onTestFinished(() => database.close());
  const app = fastify();
  onTestFinished(() => app.close());
  await mountWebFiles(app, { database, log }, folder);
  await expect(first.db.selectFrom('web_files').select('name').execute()).resolves.toEqual([
    { name: 'index-first_01.js' },
  ]);
  for (const file of ['index-own_0001.js', 'index-first_01.js'])
    expect((await app.inject({ url: `/assets/${file}` })).statusCode).toBe(200);
});
