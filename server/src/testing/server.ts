import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DestinationStream } from 'pino';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { createApp, featureParts } from '../app.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import { webFolder } from '../platform/http/pages.ts';
import { limitPoints } from '../platform/limits/request-limits.ts';
import type { LimitPoints } from '../platform/limits/request-limits.ts';
import { createLog } from '../platform/log/log.ts';
import { openPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import type { PushNetwork } from '../platform/push/network.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { filePlaceOf } from './file-place.ts';
import { withDatabase } from './global-setup.ts';

export type TestServer = Client & {
  url: string;
  databaseUrl: string;
  /** Every route of the server, as `POST /rpc/get_feed`. */
  routes: string[];
  platform: Platform;
  db: Db;
};

const noLimits = Object.fromEntries(Object.keys(limitPoints).map((name) => [name, 1e9])) as LimitPoints;

/**
 * Starts the whole server on a database and a data folder of its own, which are removed after the test file, or the test, that started
 * it. The server limits nothing unless `limits` says so. With the `databaseUrl` of another test server it acts as a second process on
 * the same database. Pushes go to the internet's push services, unless `pushNetwork` has others. `assets` are files of the web app by
 * their names. The log goes to `logTo` if that is given.
 */
export async function startTestServer({
  pushNetwork,
  assets = {},
  isBuilt = false,
  isBusy,
  logTo,
  ...overrides
}: Partial<Omit<Config, 'limits'>> & {
  limits?: Partial<LimitPoints>;
  pushNetwork?: PushNetwork;
  assets?: Record<string, string | Buffer>;
  /** Whether the pages are those of the built web app, which render screens. */
  isBuilt?: boolean;
  isBusy?: () => boolean;
  logTo?: DestinationStream;
} = {}): Promise<TestServer> {
  const databaseUrl = overrides.databaseUrl ?? (await createTestDatabase());
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-test-'));
  const config: Config = {
    ...readConfig({}, 'start'),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://lapau.test',
    dataFolder,
    s3: (await filePlaceOf(databaseUrl)).s3,
    logLevel: 'error',
    ...overrides,
    limits: { ...noLimits, ...overrides.limits },
  };
  const log = createLog(config.logLevel, logTo);
  const platform = await openPlatform(config, log, databaseUrl, featureParts, pushNetwork);
  const routes: TestServer['routes'] = [];
  const app = await createApp(platform, {
    checkAnswers: true,
    isBusy,
    webFolder: isBuilt ? webFolder : await writePage(dataFolder, assets),
    onRoute: ({ method, url }) => routes.push(...[method].flat().map((one) => `${one} ${url}`)),
  });
  await app.listen({ host: config.host, port: config.port });
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

const chunks = {
  'index.html': { file: 'assets/app.js', name: 'app', imports: ['_vendor'] },
  'src/app/before-code.ts': { file: 'assets/before-code.js', name: 'before-code' },
  _vendor: { file: 'assets/vendor.js', name: 'vendor' },
  _login: { file: 'assets/login.js', name: 'login', imports: ['index.html', '_vendor', '_forms'] },
  _forms: { file: 'assets/forms.js', name: 'forms', imports: ['_vendor'] },
  _posts: { file: 'assets/posts.js', name: 'posts', imports: ['index.html'] },
};

/**
 * Writes the web app's page as it is before the build, with chunks: the server fills it like a built one, and tests need no build. If
 * there is an asset `app.js`, the page loads that.
 */
async function writePage(dataFolder: string, assets: Record<string, string | Buffer>): Promise<string> {
  const folder = path.join(dataFolder, 'web');
  const source = path.join(import.meta.dirname, '../../../web');
  await cp(path.join(source, 'public'), folder, { recursive: true });
  const page = await readFile(path.join(source, 'index.html'), 'utf8');
  const code = 'app.js' in assets ? '/assets/app.js' : '/src/app/main.tsx';
  await writeFile(path.join(folder, 'index.html'), page.replace('/src/app/main.tsx', code));
  await mkdir(path.join(folder, '.vite'));
  await mkdir(path.join(folder, 'assets'));
  for (const [name, content] of Object.entries(assets)) await writeFile(path.join(folder, 'assets', name), content);
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(chunks));
  for (const name of ['worker', 'worker-leave']) await writeFile(path.join(folder, `${name}.js`), `// ${name}`);
  return folder;
}

/**
 * Creates a database, which is dropped after the test file.
 * @param template the migrated schema, or PostgreSQL's empty `template1`
 */
export async function createTestDatabase(template = 'lapau_template'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runMaintenance(`create database ${name} template ${template}`);
  afterUse(() => runMaintenance(`drop database ${name} with (force)`));
  return withDatabase(inject('engineUrl'), name);
}

/** Cleans up after the current test, or, outside of tests, after the file or its `describe`. */
function afterUse(clean: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(clean);
  else afterAll(clean);
}

async function runMaintenance(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('engineUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
