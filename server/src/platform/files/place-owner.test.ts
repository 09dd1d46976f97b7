import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checks, featureParts, sending } from '../../app.ts';
import { backUp, buildVillage, inPieces, sourceOf } from '../../testing/backups.ts';
import { storedFiles } from '../../testing/file-place.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { restoreBackup } from '../backup/restore.ts';
import { createLog } from '../log/log.ts';
import { openPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { openFileStore } from './open-store.ts';
import { ownerOf } from './place-owner.ts';
import { sweepFiles } from './sweep.ts';

const log = createLog('fatal');

/** Lists the photos that people have posted. */
const photosOf = async (platform: Platform) => (await storedFiles(platform)).filter((name) => name.endsWith('.webp'));

/** Opens a platform on another database, with all other settings of a Lapau in use. */
async function openOn(databaseUrl: string, live: Platform): Promise<Platform> {
  const platform = await openPlatform(live.config, log, databaseUrl, featureParts);
  onTestFinished(platform.close);
  return platform;
}

/** Removes the file and the secret that say whose the place is, which Lapau 1.0.0 does not have. */
const forget = async ({ files, database }: Platform) => {
  await files.remove('avatars', ['owner/database']);
  await database.db.deleteFrom('server_secrets').where('name', '=', 'FILES_OWNER').execute();
};

test('a new database does not take the photos of another one for left over: the start is refused, and nothing is removed', async () => {
  const { platform: live } = await startVillage();
  const before = await photosOf(live);
  const empty = await createTestDatabase();
  await expect(openOn(empty, live)).rejects.toThrow('The place for files belongs to another database of Lapau.');
  await forget(live);
  await expect(openOn(empty, live)).rejects.toThrow(
    /^The database is new, and there are files already, such as .* DATABASE_URL/,
  );
  expect(await photosOf(live)).toEqual(before);
});

test('a restored copy does not serve or sweep the photos of the Lapau that it was made of', async () => {
  const village = await startVillage();
  const live = village.platform;
  const bytes = await backUp(sourceOf(village));
  const databaseUrl = await createTestDatabase('template1');
  const config = { ...live.config, s3: undefined, dataFolder: path.join(live.config.dataFolder, 'copy') };
  const files = await openFileStore(config, log);
  await restoreBackup({ databaseUrl, files, source: inPieces(bytes), jobs: featureParts.jobs, log, checks, sending });
  const copy = await openPlatform(config, log, databaseUrl, featureParts);
  onTestFinished(copy.close);
  await sweepFiles(copy, 0);
  expect(await photosOf(copy)).toEqual(await photosOf(live));
  await expect(openOn(databaseUrl, live)).rejects.toThrow('belongs to another database');
});

test('files that 1.0.0 has stored become those of their database, which removes what no row knows', async () => {
  const { platform: live, databaseUrl } = await startVillage();
  const before = await photosOf(live);
  await live.files.put('posts', 'left/over.webp', Buffer.from('left over'));
  await forget(live);
  await sweepFiles(live, -60_000);
  expect(await photosOf(live), 'nobody has said whose they are').toEqual([...before, 'left/over.webp'].toSorted());
  const next = await openOn(databaseUrl, live);
  await sweepFiles(next, -60_000);
  expect(await photosOf(live)).toEqual(before);
});

test('a database whose own photos are elsewhere removes none of those that it finds, also after it has stored new ones there', async () => {
  const [village, other] = [await startVillage(), await startVillage()];
  await forget(village.platform);
  await forget(other.platform);
  for (let at = 0; at < 9; at += 1) await other.platform.files.put('posts', `other/${at}.webp`, Buffer.from('a photo'));
  const before = await photosOf(other.platform);
  const own = await village.db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', 'posts')
    .executeTakeFirstOrThrow();
  for (const start of ['first', 'second']) {
    const astray = await openOn(village.databaseUrl, other.platform);
    await sweepFiles(astray, -60_000);
    expect(await photosOf(other.platform), start).toEqual(expect.arrayContaining(before));
    await astray.files.put('posts', own.path, Buffer.from('posted here'));
  }
});

test('a place that belongs to another database is empty for nobody: neither a restore nor a move takes it', async () => {
  const [village, other] = [await startVillage(), await startTestServer()];
  const files = await openFileStore(other.platform.config, log);
  const source = inPieces(await backUp(sourceOf(village)));
  const databaseUrl = await createTestDatabase('template1');
  const restored = restoreBackup({ databaseUrl, files, source, jobs: featureParts.jobs, log, checks, sending });
  await expect(restored).rejects.toThrow('it has avatars/owner/database');
  expect(await ownerOf(other.db, files)).toBe('this');
});

async function startVillage() {
  const server = await startTestServer();
  await buildVillage(server);
  return server;
}
