import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildAdmin, buildFile, buildPost, buildSeller } from '../../testing/builders.ts';
import { placeFile, storedFiles } from '../../testing/file-place.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { claimFiles } from './claims.ts';
import { removeUnreferencedFiles } from './removal.ts';
import { sweepFiles } from './sweep.ts';

const server = await startTestServer();
const { db, platform } = server;
const admin = await buildAdmin(server);
const png = await plainPicture().png().toBuffer();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
const longAgo = hoursAgo(73);

async function upload(to?: string): Promise<string> {
  const owner = await buildSeller(server);
  return (await uploadTo(server, to ?? `posts/${owner.id}`, png, to ? admin : owner)).body.path;
}
const age = (paths: string[]) =>
  db.updateTable('files').set({ created_at: longAgo }).where('path', 'in', paths).execute();
const rows = async (paths: string[]) =>
  (await db.selectFrom('files').select('path').where('path', 'in', paths).execute()).map((row) => row.path);
const isServed = async (name: string, bucket = 'posts') => (await server.request(`/storage/${bucket}/${name}`)).ok;
const ownerOf = (name: string) => name.split('/')[0] as string;

test('a photo that is asked for or sent again stays for three days from then, and one of a post keeps its time', async () => {
  const owner = await buildSeller(server);
  const send = async (id: string) =>
    (await uploadTo(server, `posts/${owner.id}`, png, owner, { 'lapau-photo': id })).body.path;
  const ask = (id: string) => server.request(`/storage/uploaded/${owner.id}/${id}`, { method: 'POST' }, owner);
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
  const [asked, again, posted, left] = [await send(ids[0]), await send(ids[1]), await send(ids[2]), await send(ids[3])];
  await buildPost(server, { user_id: owner.id, images: [posted] });
  await age([asked, again, posted, left]);
  expect(await (await ask(ids[0])).json()).toEqual({ path: asked });
  expect(await send(ids[1])).toBe(again);
  expect(await (await ask(ids[2])).json()).toEqual({ path: posted });
  await sweepFiles(platform);
  expect((await rows([asked, again, posted, left])).toSorted()).toEqual([asked, again, posted].toSorted());
  expect(await (await ask(ids[3])).json()).toEqual({ path: null });
  const kept = await db.selectFrom('files').select('created_at').where('path', '=', posted).executeTakeFirstOrThrow();
  expect(kept.created_at).toEqual(longAgo);
});

test('files that no row refers to are removed three days after their upload (D48)', async () => {
  const [fresh, old, posted, reported] = [await upload(), await upload(), await upload(), await upload()];
  await buildPost(server, { user_id: ownerOf(posted), images: [posted] });
  await db
    .insertInto('reports')
    .values({ snapshot_images: [reported], reason: 'Bukan makanan.' })
    .execute();
  const avatar = await upload(`avatars/${ownerOf(posted)}/warung_avatar`);
  const unusedAvatar = await upload(`avatars/${ownerOf(old)}/warung_avatar`);
  await db
    .updateTable('warungs')
    .set({ avatar_url: `${avatar}?t=1` })
    .where('id', '=', ownerOf(posted))
    .execute();
  const photo = await upload(`avatars/${ownerOf(posted)}/profile_avatar`);
  await db
    .updateTable('profiles')
    .set({ avatar_url: `${photo}?t=1` })
    .where('id', '=', ownerOf(posted))
    .execute();
  const [banner, logo] = [await upload(`avatars/promo_banners/${admin.id}`), await upload('avatars/public/logo')];
  await db.insertInto('promo_banners').values({ image_url: banner }).execute();
  await db
    .insertInto('app_settings')
    .values({ key: 'logo_url', value: `${logo}?t=1` })
    .execute();
  const [stall, menu] = [await upload(), await upload()];
  await db
    .insertInto('seller_applications')
    .values({
      user_id: ownerOf(stall),
      warung_name: 'Lapau',
      warung_avatar_url: stall,
      sample_menu_image_url: menu,
      phone_number: '0810',
      address: '-',
    })
    .execute();
  const used = [posted, reported, avatar, photo, banner, logo, stall, menu];
  await age([...used, old, unusedAvatar]);

  await sweepFiles(platform);

  expect((await rows([...used, fresh, old, unusedAvatar])).toSorted()).toEqual([...used, fresh].toSorted());
  expect([await isServed(fresh), await isServed(posted), await isServed(avatar, 'avatars')]).toEqual([
    true,
    true,
    true,
  ]);
  for (const name of [old, old.replace('.webp', '.640.webp'), old.replace('.webp', '.320.webp')]) {
    expect(await isServed(name)).toBe(false);
  }
  expect(await isServed(unusedAvatar, 'avatars')).toBe(false);
});

test('files that a crash left without a row are removed three days later', async () => {
  const owner = (await buildSeller(server)).id;
  const left = ['1-a.webp', '1-a.640.webp', '1-a.320.webp', '2-b.320.webp', '3-c.webp.x.part'];
  const place = (name: string, modifiedAt: Date) =>
    placeFile(platform, { bucket: 'posts', name: `${owner}/${name}`, bytes: png, modifiedAt });
  for (const name of left) await place(name, longAgo);
  await place('4-fresh.webp', hoursAgo(71));
  const posted = await buildPost(server, { user_id: owner, images: [`${owner}/5-seeded.webp`] });
  await place('5-seeded.webp', longAgo);
  expect(posted.images).toHaveLength(1);
  const { dataFolder } = platform.config;
  for (const name of ['.upload-old', '.upload-new']) await writeFile(path.join(dataFolder, name), 'half a photo');
  await utimes(path.join(dataFolder, '.upload-old'), longAgo, longAgo);
  await sweepFiles(platform);
  const stored = (await storedFiles(platform)).filter((name) => name.startsWith(owner) || name.startsWith('.'));
  expect(stored).toEqual(['.upload-new', `${owner}/4-fresh.webp`, `${owner}/5-seeded.webp`]);
});

test('a removal does not touch files that another row uses, and may run twice (D20)', async () => {
  const [unused, shared] = [await upload(), await upload()];
  await buildPost(server, { user_id: ownerOf(shared), images: [shared] });
  await removeUnreferencedFiles(platform, 'posts', [unused, shared]);
  await removeUnreferencedFiles(platform, 'posts', [unused, shared]);
  expect(await rows([unused, shared])).toEqual([shared]);
  expect([await isServed(unused), await isServed(shared)]).toEqual([false, true]);
});

test('a removal interrupted after deleting the rows is finished by its retry', async () => {
  const name = await upload();
  await db.deleteFrom('files').where('path', '=', name).execute();
  await removeUnreferencedFiles(platform, 'posts', [name]);
  expect(await isServed(name)).toBe(false);
});

test('a file claimed by a post that is not yet committed is not removed', async () => {
  const name = await upload();
  await age([name]);
  await db.transaction().execute(async (tx) => {
    expect(await claimFiles(tx, 'posts', [name], [ownerOf(name)])).toMatchObject([{ path: name }]);
    await sweepFiles(platform);
    await tx
      .insertInto('posts')
      .values({ user_id: ownerOf(name), food_name: 'Pical', images: [name], placeholders: [''] })
      .execute();
  });
  await sweepFiles(platform);
  expect([await rows([name]), await isServed(name)]).toEqual([[name], true]);
});

test('a file being removed cannot be claimed', async () => {
  const name = await upload();
  const { answer } = await db.transaction().execute(async (removal) => {
    await removal.deleteFrom('files').where('path', '=', name).execute();
    const claim = db.transaction().execute((tx) => claimFiles(tx, 'posts', [name], [ownerOf(name)]));
    await untilLockWait(db);
    // The claim is not awaited here, as it waits for this transaction.
    return { answer: claim.catch((error: unknown) => error) };
  });
  expect(await answer).toMatchObject({ code: 'file_not_found' });
});

test('a claim returns the files in the given order, and refuses missing files and those of other people (D48)', async () => {
  const owner = (await buildSeller(server)).id;
  const [one, two] = [
    (await buildFile(server, { uploaded_by: owner, placeholder: 'one' })).path,
    (await buildFile(server, { uploaded_by: owner, placeholder: 'two' })).path,
  ];
  const claim = (paths: string[], owners = [owner]) =>
    db.transaction().execute((tx) => claimFiles(tx, 'posts', paths, owners));
  expect((await claim([two, one, two])).map((file) => file.placeholder)).toEqual(['two', 'one', 'two']);
  expect(await claim([])).toEqual([]);
  await expect(claim([one], [admin.id])).rejects.toMatchObject({ code: 'file_not_yours' });
  await expect(claim([one, `${owner}/1-missing.webp`])).rejects.toMatchObject({ code: 'file_not_found' });
  await expect(db.transaction().execute((tx) => claimFiles(tx, 'avatars', [one], [owner]))).rejects.toMatchObject({
    code: 'file_not_found',
  });
});
