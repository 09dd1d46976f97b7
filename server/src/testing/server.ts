import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { createApp, fileColumns } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import type { Config, RateLimits } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { openPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { withDatabase } from './global-setup.ts';

export type TestServer = Client & {
  url: string;
  databaseUrl: string;
  /** Every route it answers, as `POST /rpc/get_feed`. */
  routes: string[];
  platform: Platform;
  db: Db;
};

const roomy: RateLimits = {
  readsPerMember: 1e6,
  writesPerMember: 1e6,
  callsPerAddress: 1e6,
  signInsPerAccountAndAddress: 1e6,
  signInsPerAddress: 1e6,
  mailsPerAccount: 1e6,
  signUpsPerAddressAtOnce: 1e6,
  signUpsPerAddress: 1e6,
  costPerMember: 1e6,
  costPerAddress: 1e6,
  exportsPerMemberAtOnce: 1e6,
  exportsPerMember: 1e6,
  exportsPerAddress: 1e6,
  uploadsPerMemberAndDay: 1e6,
};

/**
 * A whole Lapau on a database and a data folder of its own, gone after the test file, or the test, that started it. Limits are roomy unless given;
 * with the `databaseUrl` of another one it is a second process of the same Lapau.
 */
export async function startTestServer(
  overrides: Partial<Omit<Config, 'rateLimits'>> & { rateLimits?: Partial<RateLimits> } = {},
): Promise<TestServer> {
  const databaseUrl = overrides.databaseUrl ?? (await createTestDatabase());
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-test-'));
  const config: Config = {
    ...readConfig({}, 'start'),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://lapau.test',
    dataFolder,
    logLevel: 'error',
    ...overrides,
    rateLimits: { ...roomy, ...overrides.rateLimits },
  };
  const platform = await openPlatform(config, createLog(config.logLevel), databaseUrl, fileColumns);
  const routes: TestServer['routes'] = [];
  const app = await createApp(platform, {
    checkAnswers: true,
    webFolder: await writePage(dataFolder),
    onRoute: ({ method, url }) => routes.push(...[method].flat().map((one) => `${one} ${url}`)),
  });
  await app.listen({ host: config.host, port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  afterUse(async () => {
    await app.close();
    await platform.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  return {
    url,
    databaseUrl,
    routes,
    platform,
    db: platform.database.db,
    ...createClient(url),
  };
}

/** The web app's page before it is built: what the server fills in does not wait for a build. */
async function writePage(dataFolder: string): Promise<string> {
  const folder = path.join(dataFolder, 'web');
  await mkdir(folder);
  await copyFile(path.join(import.meta.dirname, '../../../web/index.html'), path.join(folder, 'index.html'));
  return folder;
}

/**
 * A database of its own, gone after the test file.
 * @param template what it starts as: the migrated schema, or PostgreSQL's empty `template1`
 */
export async function createTestDatabase(template = 'lapau_template'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await maintain(`create database ${name} template ${template}`);
  afterUse(() => maintain(`drop database ${name} with (force)`));
  return withDatabase(inject('engineUrl'), name);
}

/** Cleans up after the test that is running, or after the file (or its `describe`) when none is. */
function afterUse(clean: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(clean);
  else afterAll(clean);
}

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('engineUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
