import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildFile, buildMember, buildSeller } from '../../testing/builders.ts';
import { photoLike, plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import type { Bucket } from '../database/schema.ts';
import type { Platform } from '../platform.ts';
import { checksumFill, fileWorkers } from '../workers/file-jobs.ts';
import { startWorkers } from '../workers/worker.ts';
import { fillChecksums, sumFiles } from './fill-checksums.ts';
import { photoNames, suffixOf } from './paths.ts';

const server = await startTestServer();
const { db, platform } = server;

const rowOf = (path: string) => db.selectFrom('files').selectAll().where('path', '=', path).executeTakeFirstOrThrow();

/** Reads the stored files of a row and makes their checksums. */
async function sumsOf(bucket: Bucket, path: string): Promise<Record<string, string>> {
  const sums = photoNames(path).map(async (name) => {
    const content = (await platform.files.read(bucket, name))?.content ?? '';
    return [suffixOf(name), createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

const uploadAvatar = async (as: Awaited<ReturnType<typeof buildSeller>>, colour: string) =>
  (await uploadTo(server, `avatars/${as.id}/warung_avatar`, await plainPicture(80, 80, colour).png().toBuffer(), as))
    .body;

test('an upload writes the checksum of each width, and one that replaces a file writes those of the new one (D101)', async () => {
  const seller = await buildSeller(server);
  const photo = await (await photoLike(1200, 900)).jpeg().toBuffer();
  const { path } = (await uploadTo(server, `posts/${seller.id}`, photo, seller)).body;
  const sums = await sumsOf('posts', path);
  expect(Object.keys(sums).toSorted()).toEqual(['', '.320', '.640']);
  expect((await rowOf(path)).sha256).toEqual(sums);

  const avatar = await uploadAvatar(seller, '#f00');
  const first = (await rowOf(avatar.path)).sha256;
  expect(first).toEqual(await sumsOf('avatars', avatar.path));
  await uploadAvatar(seller, '#00f');
  expect((await rowOf(avatar.path)).sha256).toEqual(await sumsOf('avatars', avatar.path));
  expect((await rowOf(avatar.path)).sha256).not.toEqual(first);
  // This uploads the same picture once more.
  await uploadAvatar(seller, '#00f');
  expect((await rowOf(avatar.path)).sha256).toEqual(await sumsOf('avatars', avatar.path));
});

test('a file that the release before replaces has no checksums, also within a millisecond and of the same size', async () => {
  const seller = await buildSeller(server);
  const { path } = await uploadAvatar(seller, '#f00');
  const { bytes, created_at } = await rowOf(path);
  // This is what 1.0.0 does: it sets all columns except sha256, which it does not know.
  await sql`
    insert into files (bucket, path, uploaded_by, content_type, bytes, width, height, placeholder, created_at)
    values ('avatars', ${path}, ${seller.id}, 'image/webp', ${bytes}, 80, 80, '', ${created_at})
    on conflict (bucket, path) do update set uploaded_by = excluded.uploaded_by, content_type = excluded.content_type,
      bytes = excluded.bytes, width = excluded.width, height = excluded.height, placeholder = excluded.placeholder,
      created_at = excluded.created_at`.execute(db);
  expect((await rowOf(path)).sha256).toBeNull();
  await uploadAvatar(seller, '#0f0');
  // This update changes nothing of the file.
  await db.updateTable('files').set({ uploaded_by: null }).where('path', '=', path).execute();
  expect((await rowOf(path)).sha256).toEqual(await sumsOf('avatars', path));
});

/** A photo as an earlier release has stored it. */
async function buildOld(owner: string, content: string): Promise<string> {
  const bytes = 3 * content.length;
  const { path } = await buildFile(server, { uploaded_by: owner, bytes });
  for (const name of photoNames(path)) await platform.files.put('posts', name, Buffer.from(content));
  return path;
}

test('the job fills what has none, some at a time until the end, and leaves what is there or is not what its row says', async () => {
  const { id } = await buildMember(server);
  const old: string[] = [];
  for (let number = 0; number < 120; number += 1) old.push(await buildOld(id, `photo ${number}`));
  const [known = '', lost = '', cut = ''] = old;
  await db.updateTable('files').set({ sha256: '{"": "of before"}' }).where('path', '=', known).execute();
  await platform.files.remove('posts', photoNames(lost));
  await platform.files.put('posts', cut, Buffer.from('half'));
  await startWorkers(platform, fileWorkers);
  await checksumFill.run(platform);
  const without = async () => {
    const rows = await db.selectFrom('files').select('path').where('sha256', 'is', null).execute();
    return rows
      .map(({ path }) => path)
      .filter((path) => old.includes(path))
      .toSorted();
  };
  await expect.poll(without).toEqual([lost, cut].toSorted());
  for (const path of old.slice(3)) expect((await rowOf(path)).sha256).toEqual(await sumsOf('posts', path));
  expect((await rowOf(known)).sha256).toEqual({ '': 'of before' });
});

const reading = (read: Platform['files']['read']): Platform => ({ ...platform, files: { ...platform.files, read } });
const before = (path: string) => ({ bucket: 'posts' as const, after: path.slice(0, -1) });

test('a file that is replaced while the job reads it gets none of the one before', async () => {
  const seller = await buildSeller(server);
  const { path } = await uploadAvatar(seller, '#f00');
  await sql`update files set sha256 = null where path = ${path}`.execute(db);
  let isReplaced = false;
  const replacing = reading(async (bucket, name) => {
    const file = await platform.files.read(bucket, name);
    if (!isReplaced && name === path) {
      isReplaced = true;
      await uploadAvatar(seller, '#00f');
    }
    return file;
  });
  await fillChecksums(replacing, { bucket: 'avatars', after: path.slice(0, -1) });
  expect(isReplaced).toBe(true);
  expect((await rowOf(path)).sha256).toEqual(await sumsOf('avatars', path));
});

test('one file that the disk cannot read does not keep the others from being read, but none at all is a failure', async () => {
  const { id } = await buildMember(server);
  const [one, other] = [await buildOld(id, 'one'), await buildOld(id, 'other')].toSorted() as [string, string];
  const warn = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const failing = (isFailing: (name: string) => boolean) =>
    reading((bucket, name) =>
      isFailing(name)
        ? Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
        : platform.files.read(bucket, name),
    );
  await fillChecksums(
    failing((name) => photoNames(one).includes(name)),
    before(one),
  );
  expect((await rowOf(one)).sha256).toBeNull();
  expect((await rowOf(other)).sha256).toEqual(await sumsOf('posts', other));
  expect(warn).toHaveBeenCalledOnce();
  await expect(
    fillChecksums(
      failing(() => true),
      before(one),
    ),
  ).rejects.toThrow('EIO');
  expect(sumFiles.options.retryLimit).toBeGreaterThan(0);
});
