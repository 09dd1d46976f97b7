import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { createTestDatabase } from '../testing/server.ts';
import { withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-installation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // as root PostgreSQL runs under another account, which must be able to enter
  await chmod(folder, 0o755);
  return folder;
}

const startDatabase = (dataFolder: string) =>
  startEmbeddedPostgres({ dataFolder, name: 'lapau', log: createLog('silent') });

async function select(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const answer = ({ databaseUrl, isAlone }: Installation) =>
  select(databaseUrl, 'select 1').then((rows) => ({ isAlone, rows }));

const isRunning = (dataFolder: string) => existsSync(path.join(dataFolder, 'postgres/data/postmaster.pid'));

test('the bundled database of a running Lapau is used beside it, and left running', async () => {
  const dataFolder = await makeFolder();
  const running = await startDatabase(dataFolder);
  onTestFinished(running.stop);
  const environment = { LAPAU_DATA: dataFolder };
  expect(await withInstallation(environment, answer)).toEqual({ isAlone: false, rows: [1] });
  expect(await select(running.url, 'select 2')).toEqual([2]);
});

test('it is started for the command when Lapau does not run, and stopped whatever the command does', async () => {
  const dataFolder = await makeFolder();
  await (await startDatabase(dataFolder)).stop();
  const environment = { LAPAU_DATA: dataFolder };
  expect(await withInstallation(environment, answer)).toEqual({ isAlone: true, rows: [1] });
  expect(isRunning(dataFolder)).toBe(false);

  const fail = () => Promise.reject(new Error('no such dish'));
  await expect(withInstallation(environment, fail)).rejects.toThrow('no such dish');
  expect(isRunning(dataFolder)).toBe(false);

  const endWithSignal = async ({ signal }: Installation) => {
    await expect(startDatabase(dataFolder)).rejects.toThrow('Another process is running on this data folder');
    process.emit('SIGHUP');
    signal.throwIfAborted();
  };
  await expect(withInstallation(environment, endWithSignal)).rejects.toThrow('Stopped by SIGHUP.');
  expect(isRunning(dataFolder)).toBe(false);
});

test('a folder without a database is refused and left as it is, unless the command may make one', async () => {
  const dataFolder = path.join(await makeFolder(), 'data');
  const environment = { LAPAU_DATA: dataFolder };
  await expect(withInstallation(environment, answer)).rejects.toThrow(
    `There is no database in ${dataFolder}.\nLAPAU_DATA names the data folder`,
  );
  expect(existsSync(dataFolder)).toBe(false);
  expect(await withInstallation(environment, answer, { mayCreate: true })).toEqual({ isAlone: true, rows: [1] });
});

test('DATABASE_URL is used as it is; one that lets nobody in is refused without its password', async () => {
  const environment = { LAPAU_DATA: path.join(await makeFolder(), 'data'), DATABASE_URL: await createTestDatabase() };
  expect(await withInstallation(environment, answer)).toEqual({ isAlone: false, rows: [1] });
  const away = { ...environment, DATABASE_URL: 'postgres://lapau:hemmelig@127.0.0.1:1/lapau' };
  await expect(withInstallation(away, answer)).rejects.toThrow(
    /^The database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.\nRun the command again when it can\.$/,
  );
});

test.runIf(process.getuid?.() === 0)('a data folder of another user is refused, also to root', async () => {
  const dataFolder = path.join(await makeFolder(), 'data');
  await mkdir(dataFolder);
  await chown(dataFolder, 4321, 4321);
  await expect(withInstallation({ LAPAU_DATA: dataFolder }, answer)).rejects.toThrow(
    `The data folder ${dataFolder} belongs to the user #4321.\nRun the command as that user: sudo -u '#4321' …`,
  );
});
