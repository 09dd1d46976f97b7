import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendMail } from '../../features/auth/rules-mails.ts';
import { pushLast } from '../../features/push/rules-last.ts';
import {
  backUp,
  buildVillage,
  contentsOf,
  inPieces,
  openEmptyStore,
  openUntilEnd,
  restoreInto,
  sourceOf,
} from '../../testing/backups.ts';
import { buildMember, buildSession } from '../../testing/builders.ts';
import { startObjectStorage } from '../../testing/object-storage.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import type { Db } from '../database/database.ts';
import { openObjectStore } from '../files/object-store.ts';
import { buckets } from '../files/paths.ts';
import { listPlaceMarks, putPlaceMark } from '../files/place-mark.ts';
import type { FileStore } from '../files/store.ts';
import { sweepFiles } from '../files/sweep.ts';
import { createLog } from '../log/log.ts';
import { readMark } from '../upgrade/marks.ts';
import { migrate } from '../upgrade/migrate.ts';

const server = await startTestServer();
await buildVillage(server);
let backup: Buffer;
let newer: Buffer;
beforeAll(async () => {
  backup = await backUp(sourceOf(server));
  newer = await backUp(sourceOf(server));
});

async function openEmptyBucket(): Promise<FileStore> {
  const storage = await startObjectStorage();
  const store = await openObjectStore(storage.config, createLog('fatal'));
  onTestFinished(async () => {
    store.close();
    await storage.close();
  });
  return store;
}

async function namesIn(files: FileStore): Promise<string[]> {
  const names = await Promise.all(
    buckets.map(async (bucket) =>
      (await Array.fromAsync(files.list(bucket))).flat().map((name) => `${bucket}/${name}`),
    ),
  );
  return names.flat().toSorted();
}

/** Starts a restore that is interrupted after all files, before the end of the backup. */
async function interrupt(target: { databaseUrl: string; files: FileStore }, bytes: Buffer): Promise<void> {
  async function* ending() {
    yield* inPieces(bytes.subarray(0, -4_096));
    throw new Error('the power failed');
  }
  await expect(restoreInto(target, ending())).rejects.toThrow('the power failed');
}

/** Flips a byte of the last file, whose checksum is compared after all files are stored. */
function damageLastFile(): Buffer {
  const bytes = Buffer.from(backup);
  const at = bytes.lastIndexOf('photo ');
  bytes[at] = 0x50;
  return bytes;
}

describe.each([
  ['a folder', openEmptyStore],
  ['object storage', openEmptyBucket],
])('with files in %s', (_, openStore) => {
  const emptyTarget = async () => ({ databaseUrl: await createTestDatabase('template1'), files: await openStore() });

  test('an interrupted restore goes on in its own place alone, and with its own backup alone', async () => {
    const target = await emptyTarget();
    const db = openUntilEnd(target.databaseUrl);
    await interrupt(target, backup);
    const [id] = await listPlaceMarks(target.files);
    expect(await readMark(db)).toMatchObject({ id, command: 'restore' });

    const live = await openStore();
    await live.put('posts', 'somebody/photo.webp', Buffer.from('a photo of a Lapau in use'));
    await expect(restoreInto({ ...target, files: live }, backup)).rejects.toThrow(
      'The place for files is not empty: it has posts/somebody/photo.webp. A restore never overwrites.',
    );
    expect(await namesIn(live)).toEqual(['posts/somebody/photo.webp']);

    const before = await namesIn(target.files);
    await expect(restoreInto(target, newer)).rejects.toThrow(
      /^This cannot be written over what is there: a restore into this database has not ended\.\nIf .* --into FOLDER/,
    );
    expect(await namesIn(target.files)).toEqual(before);

    await restoreInto(target, backup);
    expect(await contentsOf(db)).toEqual(await contentsOf(server.db));
    expect(await namesIn(target.files)).toEqual(await namesIn(server.platform.files));
    await migrate(db);
  });

  test('one that was killed before its files had the mark needs an empty place', async () => {
    const target = await emptyTarget();
    const db = openUntilEnd(target.databaseUrl);
    await interrupt(target, backup);
    const mark = await readMark(db);
    if (typeof mark !== 'object') throw new Error('it has no mark');
    const files = await openStore();
    // A killed process can leave such a half-written mark.
    await files.put('avatars', `unfinished/${mark.id}.0.part`, Buffer.from(''));
    await restoreInto({ ...target, files }, backup);
    expect(await contentsOf(db)).toEqual(await contentsOf(server.db));
  });

  test('the mark of Lapau 1.0.0 says nothing, and nothing is touched', async () => {
    const target = await emptyTarget();
    const db = openUntilEnd(target.databaseUrl);
    await sql`create table unfinished_restore ()`.execute(db);
    await target.files.put('posts', 'somebody/photo.webp', Buffer.from('a photo'));
    await expect(migrate(db)).rejects.toThrow('begun by Lapau 1.0.0, has not ended.\nIf it still runs');
    await expect(restoreInto(target, backup)).rejects.toThrow('begun by Lapau 1.0.0, has not ended');
    expect(await namesIn(target.files)).toEqual(['posts/somebody/photo.webp']);
    expect(await readMark(db)).toBe('unknown');
  });

  test('of a damaged backup nothing is kept: another one can be restored, and until then a start is refused', async () => {
    const target = await emptyTarget();
    const db = openUntilEnd(target.databaseUrl);
    await expect(restoreInto(target, damageLastFile())).rejects.toThrow(
      'The backup is damaged: the checksum of files/',
    );
    expect(await namesIn(target.files)).toEqual([]);
    await expect(migrate(db)).rejects.toThrow('its backup was damaged, and nothing of it was kept');
    await restoreInto(target, newer);
    expect(await contentsOf(db)).toEqual(await contentsOf(server.db));
    expect(await readMark(db)).toBeUndefined();
  });

  test('a backup with damaged rows is told as that, and another one can be restored', async () => {
    const target = await emptyTarget();
    const bytes = Buffer.from(backup);
    const at = bytes.indexOf('rows/profiles/000001.copy.gz');
    bytes.fill(0, at + 600, at + 620);
    await expect(restoreInto(target, bytes)).rejects.toThrow(
      'The backup is damaged: rows/profiles/000001.copy.gz cannot be unpacked',
    );
    await restoreInto(target, newer);
    expect(await contentsOf(openUntilEnd(target.databaseUrl))).toEqual(await contentsOf(server.db));
  });

  test('of two restores that come to one empty place with databases of their own, one goes on', async () => {
    const files = await openStore();
    const hasSecondLooked = Promise.withResolvers<void>();
    const isFirstReading = Promise.withResolvers<void>();
    const isSecondOver = Promise.withResolvers<void>();
    /** A store that waits before it writes a file, the first of which is the mark. */
    const puttingLate = (wait: () => Promise<void>): FileStore => ({
      ...files,
      put: async (...args) => {
        await wait();
        await files.put(...args);
      },
    });
    async function* waiting() {
      yield* inPieces(backup.subarray(0, backup.length / 2));
      isFirstReading.resolve();
      await isSecondOver.promise;
      yield* inPieces(backup.subarray(backup.length / 2));
    }
    const first = await createTestDatabase('template1');
    const second = await createTestDatabase('template1');
    const restoring = restoreInto({ databaseUrl: first, files: puttingLate(() => hasSecondLooked.promise) }, waiting());
    const late = puttingLate(async () => {
      hasSecondLooked.resolve();
      await isFirstReading.promise;
    });
    await expect(restoreInto({ databaseUrl: second, files: late }, backup)).rejects.toThrow(
      'The place for files is not empty: it has avatars/unfinished/',
    );
    isSecondOver.resolve();
    await restoring;
    expect(await contentsOf(openUntilEnd(first))).toEqual(await contentsOf(server.db));
    expect(await namesIn(files)).toEqual(await namesIn(server.platform.files));
    expect(await readMark(openUntilEnd(second))).toBeUndefined();
  });
});

test('a mark that was left in a place in use is no photo, is not served, and goes with the nightly sweep', async () => {
  const { files } = server.platform;
  await putPlaceMark(files, crypto.randomUUID());
  const [id] = await listPlaceMarks(files);
  expect((await server.request(`/storage/avatars/unfinished/${id}`)).status).toBe(404);
  await sweepFiles(server.platform);
  expect(await listPlaceMarks(files)).toEqual([id]);
  await sweepFiles(server.platform, -60_000);
  expect(await listPlaceMarks(files)).toEqual([]);
});

test('a quiet restore keeps what sends nothing, and leaves out mails, pushes and where they go', async () => {
  const busy = await startTestServer();
  await buildVillage(busy);
  const { id: user_id } = await buildMember(busy);
  await buildSession(busy, user_id, { revoked_at: new Date() });
  const session = busy.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null);
  const { id: session_id } = await session.executeTakeFirstOrThrow();
  await busy.db.insertInto('push_subscriptions').values({ session_id, user_id, fcm_token: 'a device' }).execute();
  await busy.platform.transaction(async ({ enqueue }) => {
    await enqueue(sendMail, { mail: 'password_changed', to: 'upik@lapau.test' }, { afterMs: 3_600_000 });
  });
  await busy.platform.transaction((tx) => pushLast(tx, user_id, { title: 'Keputusan admin', body: 'Sudah.' }));
  await sql`update jobs.job set start_after = now() + interval '1 hour' where name = 'send_last_push'`.execute(busy.db);
  const bytes = await backUp(sourceOf(busy));
  const waiting = async (db: Db) =>
    (
      await sql<{
        name: string;
      }>`select distinct name from jobs.job where name in ('send_mail', 'send_last_push', 'remove_files') order by name`.execute(
        db,
      )
    ).rows.map(({ name }) => name);

  const loud = { databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() };
  const { sends } = await restoreInto(loud, bytes);
  const signedIn = await busy.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute();
  expect(sends).toEqual({
    sessions: signedIn.length,
    addresses: 1,
    waiting: [
      { what: 'mails', count: 1 },
      { what: 'pushes', count: 1 },
    ],
  });
  expect(await waiting(openUntilEnd(loud.databaseUrl))).toEqual(['remove_files', 'send_last_push', 'send_mail']);

  const quiet = { databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() };
  expect((await restoreInto(quiet, bytes, { isQuiet: true })).sends).toEqual(sends);
  const db = openUntilEnd(quiet.databaseUrl);
  expect(await waiting(db)).toEqual(['remove_files']);
  expect(await db.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(signedIn.length + 1);
});
