import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../platform/database/database.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { openObjectStore } from '../platform/files/object-store.ts';
import { listPlaceMarks } from '../platform/files/place-mark.ts';
import { createLog } from '../platform/log/log.ts';
import { readMark } from '../platform/upgrade/marks.ts';
import { migrate } from '../platform/upgrade/migrate.ts';
import {
  backUp as writeToMemory,
  buildVillage,
  contentsOf,
  openUntilEnd,
  restoreInto,
  sourceOf,
} from '../testing/backups.ts';
import { untilLockWait } from '../testing/lock-waits.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';
import { makeAdmin } from './admins.ts';
import { backUp } from './backup.ts';
import { examine } from './doctor/examine.ts';
import { moveFiles } from './move-files.ts';
import { moveBack, moveDatabase } from './move.ts';
import { withInstallation } from './open-installation.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

const server = await startTestServer();
await buildVillage(server);
const running = { DATABASE_URL: server.databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-move-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711); // as root PostgreSQL runs under another account, which must be able to enter
  return folder;
}

/** Asks a database and closes the connection: an open one would look like a Lapau that runs. */
async function ask<Answer>(databaseUrl: string, question: (db: Db) => Promise<Answer>): Promise<Answer> {
  const { db, close } = await openLongConnection(databaseUrl);
  try {
    return await question(db);
  } finally {
    await close();
  }
}

const startOn = (databaseUrl: string) => ask(databaseUrl, (db) => migrate(db));

/** Makes a copy of the village that no process uses. */
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
    expect(await ask(databaseUrl, contentsOf)).toEqual(expected);
    await expect(moveDatabase(bundled, databaseUrl)).rejects.toThrow('Lapau runs. Stop it first');
  });
  await expect(moveDatabase(bundled, 'bundled')).rejects.toThrow('DATABASE_URL is not set');

  const out = await createTestDatabase('template1');
  await moveDatabase(bundled, out);
  expect(await ask(out, contentsOf)).toEqual(expected);
  await expect(moveDatabase({ ...environment, DATABASE_URL: out }, 'bundled')).rejects.toThrow(
    /^The target is the database that was moved to postgres:.*, and still has all its rows\. .* move LAPAU_DATA\/postgres out of the way/,
  );
  await rm(path.join(environment.LAPAU_DATA, 'postgres'), { recursive: true });
  await moveDatabase({ ...environment, DATABASE_URL: out }, 'bundled');
});

test('a database that was moved away from is refused without its password, until it is moved back', async () => {
  const { environment } = await stopped();
  const expected = await ask(environment.DATABASE_URL, contentsOf);
  const out = await createTestDatabase('template1');
  await moveDatabase(environment, out);
  const { password } = new URL(out);
  expect(password).not.toBe('');
  const refused =
    /^This database was moved to (postgres:\S+) on \d{4}-\d\d-\d\d at \d\d:\d\d UTC, where Lapau goes on\.\nSet DATABASE_URL .* "lapau move --back"\.$/;
  await expect(startOn(environment.DATABASE_URL)).rejects.toThrow(refused);
  for (const command of [
    () => backUp(environment, path.join(environment.LAPAU_DATA, 'village.tar')),
    () => verify(environment),
    () => moveDatabase(environment, out),
    () => moveFiles(environment, 's3'),
    () => makeAdmin(environment, 'uni@lapau.test', 'Uni'),
  ]) {
    const error = await command().then(String, String);
    expect(error).toMatch(/^StartRefused: This database was moved to postgres:/);
    expect(error).not.toContain(password);
  }
  const finding = (await examine(environment)).find(({ check }) => check === 'schema');
  expect(finding).toMatchObject({
    state: 'error',
    text: expect.stringContaining('this database was moved to') as string,
  });

  expect(await moveBack(environment)).not.toContain(password);
  await startOn(environment.DATABASE_URL);
  await ask(environment.DATABASE_URL, (db) => sql`drop table moves`.execute(db));
  expect(await ask(environment.DATABASE_URL, contentsOf)).toEqual(expected);
  await expect(moveBack(environment)).rejects.toThrow('This database was not moved away.');
});

const untilMarked = (databaseUrl: string) =>
  ask(databaseUrl, async (db) => {
    await expect.poll(() => readMark(db)).toBeDefined();
  });

type Environment = NodeJS.ProcessEnv & { DATABASE_URL: string };

/** Moves a database, and does something when all rows are copied, just before the target's commit. @returns what the move says */
async function moveWith(environment: Environment, target: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const moving = moveDatabase(environment, target).then(() => 'moved', String);
  await untilMarked(target);
  await ask(environment.DATABASE_URL, (db) =>
    db.transaction().execute(async (tx) => {
      await sql`lock table moves in share mode`.execute(tx);
      await untilLockWait(tx);
      await meanwhile();
    }),
  );
  return moving;
}

/** Cuts a move off from its target just before the target's commit. */
async function cutOff(environment: Environment, target: string): Promise<void> {
  const said = await moveWith(environment, target, () =>
    ask(target, (db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'lapau backup' and pid <> pg_backend_pid()`.execute(
        db,
      ),
    ),
  );
  expect(said).toMatch(/connection/i);
}

test('a move that was interrupted is no restore: it goes on by its own command, and its source stays in use until then', async () => {
  const { environment, files } = await stopped();
  const target = await createTestDatabase('template1');
  await cutOff(environment, target);
  await startOn(environment.DATABASE_URL);
  const unfinished =
    'A move into this database has not ended.\nIf "lapau move" still runs, wait for it. If it was interrupted, run the same';
  await expect(startOn(target)).rejects.toThrow(unfinished);

  const backup = path.join(await makeFolder(), 'village.tar');
  await backUp(environment, backup);
  const before = (await Array.fromAsync(files.list('posts'))).flat();
  await expect(restore({ ...environment, DATABASE_URL: target }, backup)).rejects.toThrow(
    'This cannot be written over what is there: a move into this database has not ended.',
  );
  expect(before).toHaveLength(3);
  expect((await Array.fromAsync(files.list('posts'))).flat()).toEqual(before);
  await expect(verify({ ...environment, DATABASE_URL: target })).rejects.toThrow(unfinished);

  const finding = (await examine({ ...environment, DATABASE_URL: target })).find(({ check }) => check === 'schema');
  expect(finding).toMatchObject({ state: 'error', text: 'a move into this database has not ended' });

  // This is how a move leaves the databases that was killed between its last two steps: neither can be used.
  await ask(environment.DATABASE_URL, (db) => sql`update moves set ended_at = now()`.execute(db));
  await expect(startOn(environment.DATABASE_URL)).rejects.toThrow('This database was moved to');
  await moveDatabase(environment, target);
  await startOn(target);
  await expect(startOn(environment.DATABASE_URL)).rejects.toThrow('This database was moved to');
});

test('a move into what another move has begun is refused', async () => {
  const [one, other] = [(await stopped()).environment, (await stopped()).environment];
  const target = await createTestDatabase('template1');
  await cutOff(one, target);
  await expect(moveDatabase(other, target)).rejects.toThrow('a move into this database has not ended');
  await startOn(other.DATABASE_URL);
});

test('Lapau that is started while its database is copied keeps it', async () => {
  const { environment } = await stopped();
  const target = await createTestDatabase('template1');
  const started = openUntilEnd(environment.DATABASE_URL);
  const said = await moveWith(environment, target, async () => {
    await expect(moveDatabase(environment, target)).rejects.toThrow('Another move of this Lapau is under way.');
    await migrate(started);
  });
  expect(said).toContain('was started while its database was copied.');
  await migrate(started);
  await expect(startOn(target)).rejects.toThrow('A move into this database has not ended.');
});

test('nothing moves while Lapau runs', async () => {
  await expect(moveDatabase(running, await createTestDatabase('template1'))).rejects.toThrow(
    'Lapau runs. Stop it first',
  );
});

/** The stopped village with settings of an object storage. */
async function withObjectStorage() {
  const { environment, files } = await stopped();
  const storage = await startObjectStorage();
  const objects = await openObjectStore(storage.config, createLog('fatal'));
  onTestFinished(async () => {
    objects.close();
    await storage.close();
  });
  return { environment: { ...environment, ...storage.environment }, files, storage, objects };
}

test('files move into object storage and into another folder', async () => {
  const { environment, storage, objects } = await withObjectStorage();
  expect(await moveFiles(environment, 's3')).toMatchObject({ copied: 4 });
  expect(String((await objects.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');
  expect(storage.objects.size, 'with what says whose they are').toBe(5);
  await expect(moveFiles(environment, 'folder')).rejects.toThrow(/files, is not empty: it has avatars\/\w+\//);
  const elsewhere = { ...environment, LAPAU_DATA: await makeFolder() };
  expect(await moveFiles(elsewhere, 'folder')).toMatchObject({ copied: 4 });
  const withoutStorage = { DATABASE_URL: environment.DATABASE_URL, LAPAU_DATA: environment.LAPAU_DATA };
  await expect(moveFiles(withoutStorage, 'folder')).rejects.toThrow('The S3_ variables name the object storage');
});

test('an interrupted move of files goes on where it was, also after people have used the place it comes from again', async () => {
  const { environment, files, storage, objects } = await withObjectStorage();
  const { objects: stored } = storage;
  stored.set = (name, object) => {
    if (name.endsWith('logo.png') && !stored.has(name)) storage.fail('AccessDenied'); // every file after the logo fails
    return Map.prototype.set.call(stored, name, object) as typeof stored;
  };
  await expect(moveFiles(environment, 's3')).rejects.toThrow('object storage: 403');
  storage.heal();
  expect(await listPlaceMarks(objects)).toHaveLength(1);

  await files.put('avatars', 'public/logo.png', Buffer.from('a newer logo'));
  await moveFiles(environment, 's3');
  expect(storage.objects.size, 'with what says whose they are').toBe(5);
  expect(String((await objects.read('avatars', 'public/logo.png'))?.content)).toBe('a newer logo');
});

test('a copy of this very Lapau in the place that files move to is refused and left as it is', async () => {
  const { environment, files, objects } = await withObjectStorage();
  const names = (await Array.fromAsync(files.list('posts'))).flat();
  await objects.put('posts', names[0] ?? '', Buffer.from('the same photo'));
  await expect(moveFiles(environment, 's3')).rejects.toThrow(
    `is not empty: it has posts/${names[0]}. A move never overwrites.`,
  );
  expect((await Array.fromAsync(objects.list('posts'))).flat()).toEqual([names[0]]);
  expect((await Array.fromAsync(objects.list('avatars'))).flat()).toEqual([]);
});
