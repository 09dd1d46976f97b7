import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  backUp,
  buildVillage,
  openEmptyStore,
  openUntilEnd,
  restoreInto,
  rowsOf,
  sourceOf,
} from '../../testing/backups.ts';
import { buildSeller } from '../../testing/builders.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { allowSlowStatements } from '../database/database.ts';
import { countWithoutChecksum, findFileFaults } from '../files/check-files.ts';
import { fillChecksums } from '../files/fill-checksums.ts';
import { photoNames } from '../files/paths.ts';
import { knownMigrations, makeTables } from '../upgrade/migrate.ts';

const server = await startTestServer();
await buildVillage(server);
const seller = await buildSeller(server);
const avatar = `${seller.id}/warung_avatar.webp`;
const upload = async (colour: string) => {
  const picture = await plainPicture(80, 80, colour).png().toBuffer();
  expect((await uploadTo(server, `avatars/${seller.id}/warung_avatar`, picture, seller)).status).toBe(200);
};
beforeAll(() => upload('#f00'));

async function restored(backup: Buffer) {
  const target = { databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() };
  const { manifest } = await restoreInto(target, backup);
  return { manifest, files: target.files, db: openUntilEnd(target.databaseUrl) };
}

const changed = { wrong: 'files whose bytes have changed', count: 1, keys: [`avatars/${avatar}`] };
const isOfAvatar = ({ keys }: { keys: string[] }) => keys.includes(`avatars/${avatar}`);
const faultsOf = async ({ db, files }: Pick<Awaited<ReturnType<typeof restored>>, 'db' | 'files'>) =>
  (await findFileFaults(db, files, server.platform.fileColumns)).filter(isOfAvatar);

test('a backup names a file whose bytes have changed and has it as it is; a restore keeps its checksums (D101)', async () => {
  const { files } = server.platform;
  expect((await restored(await backUp(sourceOf(server)))).manifest.damaged).toEqual({ count: 0, names: [] });
  const [name = ''] = photoNames(avatar);
  const whole = (await files.read('avatars', name))?.content ?? Buffer.alloc(0);
  const zeros = Buffer.alloc(whole.length);
  await files.put('avatars', name, zeros);
  const copy = await restored(await backUp(sourceOf(server)));
  await files.put('avatars', name, whole);
  expect(copy.manifest.damaged).toEqual({ count: 1, names: [`avatars/${name}`] });
  expect((await copy.files.read('avatars', name))?.content).toEqual(zeros);
  expect((await rowsOf(copy.db))['files']).toEqual((await rowsOf(server.db))['files']);
  expect(await faultsOf(copy)).toEqual([changed]);
});

test.runIf(process.platform === 'linux')(
  'a file that the disk cannot read keeps no other one out of a backup, and is named',
  async () => {
    const names = photoNames(avatar);
    const { config, files } = server.platform;
    for (const name of names) {
      const content = (await files.read('avatars', name))?.content ?? Buffer.alloc(0);
      const file = path.join(config.dataFolder, 'files/avatars', name);
      await rm(file);
      await symlink('/proc/self/mem', file); // a read at its beginning ends with EIO
      const copy = await restored(await backUp(sourceOf(server)));
      const found = await findFileFaults(server.db, files, server.platform.fileColumns);
      await rm(file);
      await files.put('avatars', name, content);
      expect(copy.manifest.missing.names.filter((one) => one.includes(seller.id))).toEqual([`avatars/${name}`]);
      for (const other of names.filter((one) => one !== name))
        expect(await copy.files.find('avatars', other)).toBeDefined();
      expect(found).toContainEqual({
        wrong: 'files that the disk cannot read any more',
        count: 1,
        keys: [`avatars/${avatar}`],
      });
    }
  },
);

test('a file that is replaced while the backup is made is not named as damaged, nor found after a restore', async () => {
  let isFirst = true;
  const backup = await backUp(sourceOf(server), async () => {
    if (!isFirst) return;
    isFirst = false; // the moment of the backup has passed when its first bytes are written
    await upload('#123456');
  });
  const copy = await restored(backup);
  expect(copy.manifest.damaged).toEqual({ count: 0, names: [] });
  expect(copy.manifest.replacedMeanwhile).toMatchObject([{ bucket: 'avatars', path: avatar }]);
  expect(await faultsOf(copy)).toEqual([]);
});

test('a backup of before there were checksums is restored without, and the job fills them', async () => {
  const databaseUrl = await createTestDatabase('template1');
  const db = openUntilEnd(databaseUrl);
  const older = (await knownMigrations()).filter((name) => name < '0331');
  await db.transaction().execute(async (tx) => {
    await allowSlowStatements(tx);
    await makeTables(tx, older);
  });
  const store = await openEmptyStore();
  const path = 'somebody/photo.webp';
  for (const name of photoNames(path)) await store.put('posts', name, Buffer.from('photo'));
  await db.insertInto('files').values({ bucket: 'posts', path, content_type: 'image/webp', bytes: 15 }).execute();
  const copy = await restored(await backUp({ databaseUrl, files: store }));
  expect(await countWithoutChecksum(copy.db)).toBe(1);
  const database = { ...server.platform.database, db: copy.db };
  await fillChecksums({ ...server.platform, files: copy.files, database }, { bucket: 'avatars', after: '' });
  expect(await countWithoutChecksum(copy.db)).toBe(0);
  await copy.files.put('posts', path, Buffer.from('other'));
  expect(await findFileFaults(copy.db, copy.files, server.platform.fileColumns)).toMatchObject([
    { wrong: 'files whose bytes have changed', keys: [`posts/${path}`] },
  ]);
});
