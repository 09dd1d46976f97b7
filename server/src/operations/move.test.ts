import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { openObjectStore } from '../platform/files/object-store.ts';
import { createLog } from '../platform/log.ts';
import {
  backUp as writeToMemory,
  buildVillage,
  contentsOf,
  openUntilEnd,
  restoreInto,
  sourceOf,
} from '../testing/backups.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';
import { moveDatabase, moveFiles } from './move.ts';
import { withInstallation } from './open-installation.ts';

const server = await startTestServer();
await buildVillage(server);
const running = { DATABASE_URL: server.databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-move-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711); // as root PostgreSQL runs under another account, which must be able to enter
  return folder;
}

/** The village, of which no process runs. */
async function stopped() {
  const folder = await makeFolder();
  const environment = { DATABASE_URL: await createTestDatabase('template1'), LAPAU_DATA: folder };
  const files = openFolderStore(path.join(environment.LAPAU_DATA, 'files'));
  await restoreInto({ databaseUrl: environment.DATABASE_URL, files }, await writeToMemory(sourceOf(server)));
  return { environment, files };
}

test('a database moves into the data folder and out of it again', async () => {
  const { environment } = await stopped();
  const expected = await contentsOf(server.db);
  await moveDatabase(environment, 'bundled');
  const bundled = { LAPAU_DATA: environment.LAPAU_DATA };
  await withInstallation(bundled, async ({ databaseUrl }) => {
    expect(await contentsOf(openUntilEnd(databaseUrl))).toEqual(expected);
    await expect(moveDatabase(bundled, databaseUrl)).rejects.toThrow('Lapau runs. Stop it first');
  });
  await expect(moveDatabase(environment, 'bundled')).rejects.toThrow('The database is not empty');
  await expect(moveDatabase(bundled, 'bundled')).rejects.toThrow('DATABASE_URL is not set');

  const out = await createTestDatabase('template1');
  await moveDatabase(bundled, out);
  expect(await contentsOf(openUntilEnd(out))).toEqual(expected);
});

test('nothing moves while Lapau runs', async () => {
  await expect(moveDatabase(running, await createTestDatabase('template1'))).rejects.toThrow(
    'Lapau runs. Stop it first',
  );
});

test('files move into object storage and back, an interrupted move goes on, and foreign files are refused', async () => {
  const { environment, files } = await stopped();
  const storage = await startObjectStorage();
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = storage.config;
  const withStorage = {
    ...environment,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const objects = await openObjectStore(storage.config, createLog('fatal'));
  onTestFinished(objects.close);
  await objects.put('avatars', 'public/logo.png', Buffer.from('a logo')); // what an interrupted move had copied
  expect(await moveFiles(withStorage, 's3')).toMatchObject({ copied: 3 });
  expect(String((await objects.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');

  await files.put('posts', 'somebody/other.webp', Buffer.from('of another Lapau'));
  await expect(moveFiles(withStorage, 'folder')).rejects.toThrow('it has posts/somebody/other.webp, which is no copy');
  const elsewhere = { ...withStorage, LAPAU_DATA: await makeFolder() };
  expect(await moveFiles(elsewhere, 'folder')).toMatchObject({ copied: 4 });
  await expect(moveFiles(environment, 'folder')).rejects.toThrow('The S3_ variables name the object storage');
});
