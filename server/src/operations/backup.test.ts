import { chmodSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLastBackup } from '../platform/backup/last-backup.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { buildVillage, contentsOf, openUntilEnd } from '../testing/backups.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';
import { backUp } from './backup.ts';
import { withInstallation } from './open-installation.ts';
import { restore, tryRestore } from './restore.ts';

const server = await startTestServer();
await buildVillage(server);
const environment = { DATABASE_URL: server.databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711); // as root PostgreSQL runs under another account, which must be able to enter
  return folder;
}

test('a backup is a file for this user alone, is noted in the database, and restores into a new data folder', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'village.tar');
  expect(await findLastBackup(server.db)).toBeUndefined();
  const expected = await contentsOf(server.db);
  const { header } = await backUp(environment, file);
  expect(await findLastBackup(server.db)).toEqual(new Date(header.createdAt));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['village.tar']);

  const restored = { LAPAU_DATA: path.join(folder, 'restored') };
  await restore(restored, file);
  await withInstallation(restored, async ({ databaseUrl }) => {
    expect(await contentsOf(openUntilEnd(databaseUrl))).toEqual(expected);
  });
  const files = openFolderStore(path.join(folder, 'restored/files'));
  expect(String((await files.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');
  await expect(restore(restored, file)).rejects.toThrow('The database is not empty');
});

test('a restore into a folder leaves alone what the settings name, and goes on there after an interruption', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'village.tar');
  await backUp(environment, file);
  const before = await contentsOf(server.db);
  const storage = await startObjectStorage();
  onTestFinished(() => storage.close());
  const settings = { ...environment, ...storage.environment };

  const into = path.join(folder, 'restored');
  const half = path.join(folder, 'half.tar');
  await writeFile(half, (await readFile(file)).subarray(0, 40_000));
  await expect(restore(settings, half, { into })).rejects.toThrow('The backup is damaged: it ends in the middle.');
  const { name } = await restore(settings, file, { into });
  expect(name).toBe(file);
  expect(await contentsOf(server.db)).toEqual(before);
  expect(storage.objects.size).toBe(0);
  const restored = openFolderStore(path.join(into, 'files'));
  expect(String((await restored.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');
  await withInstallation({ LAPAU_DATA: into }, async ({ databaseUrl }) => {
    // the backup itself is noted after its moment
    expect({ ...(await contentsOf(openUntilEnd(databaseUrl))), last_backup: before['last_backup'] }).toEqual(before);
  });

  await expect(restore(settings, file, { into: environment.LAPAU_DATA })).rejects.toThrow(
    'has photos whose database is elsewhere. Restore into a new folder.',
  );
  expect(await readdir(environment.LAPAU_DATA)).not.toContain('postgres');
});

test('a backup that fails leaves the one of before under its name, and nothing beside it', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'village.tar');
  await writeFile(file, 'the one of before');
  const without = { ...environment, DATABASE_URL: await createTestDatabase('template1') };
  await expect(backUp(without, file)).rejects.toThrow('There is no Lapau in the database');
  expect(await readFile(file, 'utf8')).toBe('the one of before');
  expect(await readdir(folder)).toEqual(['village.tar']);
  await expect(backUp(environment, path.join(folder, 'no such folder/village.tar'))).rejects.toThrow(
    `No file can be made in ${folder}/no such folder`,
  );
});

test('a backup without any photo, as their disk is away, has none of the older ones removed', async () => {
  const folder = await makeFolder();
  const older = ['lapau-20240101T000000Z.tar', 'lapau-20240102T000000Z.tar'];
  for (const name of older) await writeFile(path.join(folder, name), 'a backup with photos');
  const away = { ...environment, LAPAU_DATA: path.join(folder, 'unmounted') };
  expect((await backUp(away, folder, { keep: 1 })).removed).toEqual([]);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(older));
  expect((await backUp(environment, folder, { keep: 1 })).removed.length).toBeGreaterThanOrEqual(2);
});

test('in a folder the newest are kept; files of other names and unfinished ones of today stay', async () => {
  const folder = await makeFolder();
  const old = ['lapau-20250101T030000Z.tar', 'lapau-20250102T030000Z.tar', 'lapau-20250103T030000Z.tar'];
  const others = ['notes.txt', 'lapau-old.tar', 'lapau-20250101T030000Z.tar.0123456789ab.part'];
  const abandoned = 'lapau-20240101T030000Z.tar.0123456789ab.part';
  for (const name of [...old, ...others, abandoned]) await writeFile(path.join(folder, name), '');
  await utimes(path.join(folder, abandoned), 0, 0);

  const { file, removed } = await backUp(environment, folder, { keep: 2 });
  expect(path.basename(file ?? '')).toMatch(/^lapau-\d{8}T\d{6}Z\.tar$/);
  expect(new Set(removed.map((name) => path.basename(name)))).toEqual(new Set([abandoned, old[0], old[1]]));
  expect(new Set(await readdir(folder))).toEqual(new Set([path.basename(file ?? ''), old[2], ...others]));
  await expect(backUp(environment, path.join(folder, 'single.tar'), { keep: 2 })).rejects.toThrow('is no folder');

  const tried = await tryRestore(folder);
  expect(tried.name).toBe(file);
  expect(tried.leftOut).toEqual([]);
});

test('a damaged backup cannot be restored, also on trial', async () => {
  const file = path.join(await makeFolder(), 'village.tar');
  await backUp(environment, file);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
  await expect(tryRestore(file)).rejects.toThrow('The backup is damaged: it ends in the middle.');
  await expect(tryRestore(await makeFolder())).rejects.toThrow('There is no backup in');
});
