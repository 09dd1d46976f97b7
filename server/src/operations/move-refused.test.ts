import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { featureParts } from '../app.ts';
import { readConfig } from '../platform/config/config.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { createLog } from '../platform/log/log.ts';
import { openPlatform } from '../platform/platform.ts';
import { backUp, buildVillage, restoreInto, sourceOf } from '../testing/backups.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';
import { moveFiles } from './move-files.ts';
import { moveDatabase } from './move.ts';

const server = await startTestServer();
await buildVillage(server);

/** Makes a copy of the village that no process uses. */
async function stopped() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-move-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await createTestDatabase('template1'), LAPAU_DATA: folder };
  const files = openFolderStore(path.join(folder, 'files'));
  await restoreInto({ databaseUrl: environment.DATABASE_URL, files }, await backUp(sourceOf(server)));
  return environment;
}

test('a move that is refused ends, also when the database has more than the target takes before it refuses', async () => {
  const environment = await stopped();
  const { db, close } = await openLongConnection(environment.DATABASE_URL);
  const file = { content_type: 'text/plain', content: randomBytes(3_000_000), had_at: new Date() };
  await db
    .insertInto('web_files')
    .values({ name: 'large.txt', ...file })
    .execute();
  await close();
  await expect(moveDatabase(environment, await createTestDatabase())).rejects.toThrow('The database is not empty');
});

test('a start at the place of a move of files that has not ended is refused, and the move can go on', async () => {
  const environment = await stopped();
  const storage = await startObjectStorage();
  onTestFinished(() => storage.close());
  const moving = { ...environment, ...storage.environment };
  storage.objects.set = (name, object) => {
    if (name.endsWith('logo.png')) storage.fail('AccessDenied'); // every file after the logo fails
    return Map.prototype.set.call(storage.objects, name, object) as typeof storage.objects;
  };
  await expect(moveFiles(moving, 's3')).rejects.toThrow('object storage: 403');
  storage.heal();
  Reflect.deleteProperty(storage.objects, 'set');
  const open = () =>
    openPlatform(readConfig(moving, 'start'), createLog('fatal'), environment.DATABASE_URL, featureParts);
  await expect(open()).rejects.toThrow('A move of the files to this place has not ended.');
  await moveFiles(moving, 's3'); // the folder's order decides how many files are left
  await (await open()).close();
});

test.each([
  ['mysql://db/lapau', 'must be a URL that starts with postgres:// or postgresql://'],
  ['postgres://lapau:kata#sandi@db/lapau', 'must have what is special in its user name and password percent-encoded'],
])('a move to %s says what is wrong with it, and repeats no password', async (url, fault) => {
  const refusal = await moveDatabase(await stopped(), url).catch((error: unknown) => error as Error);
  expect((refusal as Error).message).toContain(`--to-database takes "bundled" or a URL, and that ${fault}`);
  expect((refusal as Error).message).not.toContain('sandi');
});
