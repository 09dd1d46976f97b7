import { chmodSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findLastBackup, noteBackup } from '../platform/backup/last-backup.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { buildVillage, contentsOf, openUntilEnd } from '../testing/backups.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';
import { nameIn, removeOld } from './backup-files.ts';
import { backUp } from './backup.ts';
import { withInstallation } from './open-installation.ts';
import { restore, tryRestore } from './restore.ts';
import { verifyBackup } from './verify.ts';

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
    // A backup shows the database of one moment, and its own time is noted after that.
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

test('what another one is still writing stays when the clock jumps forward while a backup is made', async () => {
  const folder = await makeFolder();
  const begun = new Date();
  const made = nameIn(folder, begun);
  const [writing, killed] = [60, 25 * 3_600].map((seconds) => {
    const time = new Date(begun.getTime() - seconds * 1_000);
    return { file: `${nameIn(folder, time)}.0123456789ab.part`, time };
  });
  for (const one of [writing, killed]) {
    await writeFile(one!.file, '');
    await utimes(one!.file, one!.time, one!.time);
  }
  await writeFile(made, 'a backup');
  vi.useFakeTimers({ toFake: ['Date'], now: begun.getTime() + 3 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await removeOld(folder, 7, made)).removed).toEqual([killed!.file]);
});

const isoName = (time: number) => `lapau-${new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`;
const namesOf = (files: string[]) => files.map((file) => path.basename(file));
const daysAgo = (days: number) => isoName(Date.now() - days * 86_400_000);

test('what a clock that was ahead has dated beyond now is neither counted, nor removed, nor read as the newest', async () => {
  const folder = await makeFolder();
  const ahead = Array.from({ length: 7 }, (_, day) => `lapau-2099010${day + 1}T030000Z.tar`);
  const old = [daysAgo(3), daysAgo(2), daysAgo(1)];
  const noTime = 'lapau-20261399T999999Z.tar';
  for (const name of [...ahead, ...old, noTime]) await writeFile(path.join(folder, name), 'no backup');
  const killed = path.join(folder, `${ahead[0]}.0123456789ab.part`);
  await writeFile(killed, '');
  await utimes(killed, 4e9, 4e9);

  const { file = '', removed, beyondNow } = await backUp(environment, folder, { keep: 3 });
  expect(namesOf(removed)).toEqual(old.slice(0, 1));
  expect(namesOf(beyondNow)).toEqual([...ahead, path.basename(killed)]);
  expect(new Set(await readdir(folder))).toEqual(
    new Set([...ahead, ...old.slice(1), noTime, path.basename(killed), path.basename(file)]),
  );
  const tried = await tryRestore(folder);
  expect([tried.name, namesOf(tried.beyondNow)]).toEqual([file, ahead]);
  expect((await verifyBackup(folder)).name).toBe(file);

  // If only one is kept, it is the one that was just made.
  const { file: alone = '' } = await backUp(environment, folder, { keep: 1 });
  expect(new Set(await readdir(folder))).toEqual(
    new Set([...ahead, noTime, path.basename(killed), path.basename(alone)]),
  );
  await rm(alone);
  await expect(tryRestore(folder)).rejects.toThrow(
    new RegExp(
      `^All backups in ${folder} are dated beyond now, .*such as ${folder}/lapau-20990101T030000Z.tar\\.$`,
      's',
    ),
  );
});

test.each([
  ['of 1970, as of a machine without a clock battery', '1970-01-01T00:00:40Z'],
  ['three days behind', new Date(Date.now() - 3 * 86_400_000).toISOString()],
])('with a clock %s the new backup stays, and so do all that are newer by their names', async (_what, time) => {
  const folder = await makeFolder();
  const real = [2, 1, 0.5].map(daysAgo);
  for (const name of real) await writeFile(path.join(folder, name), 'a real one');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
  const made: string[] = [];
  // each start begins at the same moment
  for (let starts = 0; starts < 3; starts += 1) {
    vi.setSystemTime(new Date(time));
    const backup = await backUp(environment, folder, { keep: 2 });
    expect(namesOf(backup.beyondNow)).toEqual(real);
    made.push(backup.file ?? '');
    expect(await readdir(folder)).toEqual(expect.arrayContaining([...real, path.basename(backup.file ?? '')]));
  }
  expect(new Set(made).size).toBe(3);

  // The clock is right again: backups that it dated in the past are removed first, and the new one counts among the newest.
  vi.useRealTimers();
  const { file = '' } = await backUp(environment, folder, { keep: 3 });
  expect(new Set(await readdir(folder))).toEqual(new Set([...real.slice(1), path.basename(file)]));
});

test('a clock that is set back while a backup is made does not have it removed, nor told as one of another time', async () => {
  const folder = await makeFolder();
  const real = [3, 2, 1].map(daysAgo);
  for (const name of real) await writeFile(path.join(folder, name), 'a real one');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const backing = backUp(environment, folder, { keep: 2 });
  vi.useRealTimers();
  const { file = '', removed, beyondNow } = await backing;
  expect(path.basename(file)).toBe('lapau-20990101T000000Z.tar');
  expect([removed.length, beyondNow]).toEqual([2, []]);
  expect(new Set(await readdir(folder))).toEqual(new Set([real[2], path.basename(file)]));
});

test('the next backup notes the time anew that a clock which was ahead has noted', async () => {
  await noteBackup(server.db, new Date(Date.now() + 365 * 86_400_000).toISOString());
  const { header } = await backUp(environment, path.join(await makeFolder(), 'village.tar'));
  expect(await findLastBackup(server.db)).toEqual(new Date(header.createdAt));
});

test('a damaged backup cannot be restored, also on trial', async () => {
  const file = path.join(await makeFolder(), 'village.tar');
  await backUp(environment, file);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
  await expect(tryRestore(file)).rejects.toThrow('The backup is damaged: it ends in the middle.');
  await expect(tryRestore(await makeFolder())).rejects.toThrow('There is no backup in');
});
