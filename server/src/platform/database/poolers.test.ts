import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { featureParts, workers } from '../../app.ts';
import { examine } from '../../operations/doctor/examine.ts';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { startPgBouncer } from '../../testing/pgbouncer.ts';
import { startTestServer } from '../../testing/server.ts';
import { readConfig } from '../config/config.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { createLog } from '../log/log.ts';
import { openPlatform } from '../platform.ts';
import { ensureReachable, waitForDatabase } from '../start/wait-for-database.ts';
import { startWorkers } from '../workers/worker.ts';

const engine = await startBundledEngine({}, 'fatal');
afterAll(engine.stop);
const dataFolder = await makeDataFolder('lapau-poolers-');
afterAll(() => rm(dataFolder, { recursive: true }));

const ignored = { ignore_startup_parameters: 'options' };

async function startPooler(
  ...settings: Parameters<typeof startPgBouncer> extends [string, ...infer Rest] ? Rest : never
) {
  const pooler = await startPgBouncer(engine.url, ...settings);
  onTestFinished(pooler.stop);
  return pooler.url;
}

/** Starts on a database without waiting for it. @returns why the start is refused; undefined when it succeeds */
async function startOn(url: string): Promise<string | undefined> {
  const log = createLog('silent');
  const config = { ...readConfig({}, 'start'), dataFolder };
  const open = () => openPlatform(config, log, url, featureParts);
  try {
    const platform = await waitForDatabase(url, open, log, undefined, { silentMs: 0, refusingMs: 0 });
    await platform.close();
    return undefined;
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
}

const needsSessions =
  'DATABASE_URL leads to a pooler in transaction or statement mode, and Lapau needs sessions of its own, for what it sets, locks and ' +
  'listens to: use its pool_mode = session with ignore_startup_parameters = options (PgBouncer), or the address of PostgreSQL itself.';

describe.each(['transaction', 'statement'])('PgBouncer with pool_mode = %s', (pool_mode) => {
  test.each([
    ['as it comes', {}],
    ['with one connection', { default_pool_size: 1 }],
    ['that takes connections in turn', { server_round_robin: 1 }],
  ])('%s is refused by one sentence that says what to use', async (_how, settings) => {
    const url = await startPooler({ ...ignored, pool_mode, ...settings });
    expect(await startOn(url)).toBe(needsSessions);
    await expect(ensureReachable(url)).rejects.toEqual(new StartRefused(needsSessions));
    const findings = await examine({ DATABASE_URL: url, LAPAU_DATA: dataFolder }, 60_000);
    expect(findings.find(({ check }) => check === 'database')).toMatchObject({ state: 'error', text: needsSessions });
  });

  test.each([0, 1])('and many idle connections, round robin %i, is refused too', async (server_round_robin) => {
    const url = await startPooler({ ...ignored, pool_mode, server_round_robin });
    const clients = Array.from({ length: 8 }, () => new pg.Client(url));
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('select pg_sleep(0.2)')));
    await Promise.all(clients.map((client) => client.end()));
    expect(await startOn(url)).toBe(needsSessions);
  });

  test('that takes no options is refused too', async () => {
    expect(await startOn(await startPooler({ pool_mode }))).toBe(
      'The database refuses Lapau: unsupported startup parameter: options.\nLapau needs sessions of its own behind a pooler: ' +
        'use its pool_mode = session with ignore_startup_parameters = options (PgBouncer), or the address of PostgreSQL itself.',
    );
  });
});

test('PgBouncer with pool_mode = session works', async () => {
  const databaseUrl = await startPooler({ ...ignored, pool_mode: 'session', default_pool_size: 60 });
  expect(await startOn(databaseUrl)).toBeUndefined();
  const server = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  const other = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  const dish = await buildPost(server, { food_name: 'Kampiun' });
  const found = await server.call('search_posts', { search_term: 'kampun' }, await buildMember(server));
  expect(found.posts.map(({ id }) => id)).toEqual([dish.id]);
  await startWorkers(server.platform, workers);
  const heard = new Promise((resolve) => other.platform.bus.listen(resolve));
  await server.platform.transaction(async ({ signal }) => signal('feed', { type: 'feed_changed' }));
  await heard;
});

test.each([
  [
    'too few connections',
    { default_pool_size: 3 },
    /only 3 of 6 connections could be had at once: Query read timeout\.\n/,
  ],
  [
    'too few clients',
    { max_client_conn: 4 },
    /only 4 of 6 connections could be had at once: no more connections allowed/,
  ],
])('PgBouncer with %s is refused with the numbers', async (_what, settings, message) => {
  const url = await startPooler({ ...ignored, pool_mode: 'session', ...settings });
  const refusal = await startOn(url);
  expect(refusal).toMatch(message);
  expect(refusal).toContain('raise the limit of the server (max_connections), the role, the database or the pooler.');
});

test.each([
  ['a wrong password', (url: string) => url.replace(/:[^:@/]+@/, ':topsecret@'), 'password authentication failed'],
  ['an unknown role', (url: string) => url.replace('//lapau:', '//nobody:'), 'password authentication failed'],
  ['a database that it does not know', (url: string) => url.replace(/lapau$/, 'missing'), 'no such database: missing'],
])('%s at PgBouncer is refused at once, in its words', async (_what, change, words) => {
  const url = change(await startPooler({ ...ignored, pool_mode: 'session' }));
  const refusal = await startOn(url);
  expect(refusal).toMatch(new RegExp(`^The database refuses Lapau: ${words}.*\\.\nCheck DATABASE_URL`));
  expect(refusal).not.toContain('topsecret');
});

test.each([
  ['a wrong password', { password: 'topsecret' }],
  ['a missing database', { dbname: 'missing' }],
  ['a server that is not there', { port: '1' }],
])('with %s between PgBouncer and PostgreSQL the start is refused', async (_what, server) => {
  const refusal = await startOn(await startPooler({ ...ignored, pool_mode: 'session' }, server));
  expect(refusal).toMatch(/^The database .+\.\nCheck .*DATABASE_URL.+\.$/);
  expect(refusal).not.toContain('topsecret');
});
