import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { fillChecksums } from '../platform/files/fill-checksums.ts';
import { photoNames } from '../platform/files/paths.ts';
import { takeFileLock } from '../platform/files/removal.ts';
import { buildVillage } from '../testing/backups.ts';
import { untilLockWait } from '../testing/lock-waits.ts';
import { startTestServer } from '../testing/server.ts';
import { verify } from './verify.ts';

const server = await startTestServer();
const { db, platform, databaseUrl } = server;
const { photo } = await buildVillage(server);
const { dataFolder } = platform.config;
const environment = { DATABASE_URL: databaseUrl, LAPAU_DATA: dataFolder };
const check = async () => (await verify(environment)).faults;

/** Stores a file of 100 bytes for every name of every row, and notes that size in the row. */
async function storeAll(): Promise<void> {
  const files = await db.selectFrom('files').select(['bucket', 'path']).execute();
  for (const { bucket, path: name } of files) {
    const names = photoNames(name);
    for (const one of names) await platform.files.put(bucket, one, Buffer.alloc(100, 1));
    await db
      .updateTable('files')
      .set({ bytes: 100 * names.length })
      .where('bucket', '=', bucket)
      .where('path', '=', name)
      .execute();
  }
}
await storeAll();

/** Changes a table without its triggers. */
async function change(table: string, statement: string): Promise<void> {
  await sql
    .raw(`alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`)
    .execute(db);
}
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0)) await one();
});

test('where all is well, nothing is found', async () => {
  expect(await check()).toEqual([]);
});

test.each([
  [
    'posts',
    'likes_count = likes_count + 1',
    'likes_count = likes_count - 1',
    'posts whose number of likes is another one',
  ],
  [
    'posts',
    'comments_count = comments_count + 1',
    'comments_count = comments_count - 1',
    'posts whose number of comments is another one',
  ],
  ['posts', 'visible = not visible', 'visible = not visible', 'posts that show and should not'],
  [
    'posts',
    "search_text = search_text || 'x'",
    'search_text = left(search_text, -1)',
    'posts that show and should not',
  ],
  ['likes', 'visible = not visible', 'visible = not visible', 'likes that count and should not'],
  ['post_comments', 'visible = not visible', 'visible = not visible', 'comments that show and should not'],
  [
    'conversations',
    'user2_unread = user2_unread + 1',
    'user2_unread = user2_unread - 1',
    'conversations whose numbers of unread',
  ],
  [
    'conversations',
    'last_sequence = last_sequence - 1',
    'last_sequence = last_sequence + 1',
    'conversations with a message or deletion beyond',
  ],
  [
    'profiles',
    "admin_since = null where role = 'admin'",
    "admin_since = now() where role = 'admin'",
    'people of whom it is not noted',
  ],
  [
    'search_words',
    "word = word || 'x' where word = 'gulai'",
    "word = 'gulai' where word = 'gulaix'",
    'words of dishes and stalls by which no search',
  ],
])('%s with %s are found', async (table, wrong, right, text) => {
  await change(table, `update ${table} set ${wrong}`);
  undo.push(() => change(table, `update ${table} set ${right}`));
  const found = (await check()).map((fault) => fault.wrong);
  expect(found.filter((one) => one.startsWith(text))).toHaveLength(1);
});

test('a notification of which the events are gone is found', async () => {
  const { id } = await db.selectFrom('profiles').select('id').limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('notifications')
    .values({ user_id: id, type: 'new_like', topic: 'likes:x', first_event: 1, last_event: 1, content: null })
    .execute();
  undo.push(() => sql`delete from notifications`.execute(db).then(() => {}));
  expect(await check()).toMatchObject([
    { wrong: 'notifications of which nothing is left that they tell of', count: 1 },
  ]);
});

test('files without a row, rows without a file, other sizes and pictures that nothing records are found, each by its name', async () => {
  undo.push(storeAll, () => platform.files.remove('posts', ['somebody/left.webp', 'somebody/new.webp']));
  await platform.files.remove('posts', [photo]);
  await platform.files.put('avatars', 'public/logo.png', Buffer.alloc(99));
  for (const name of ['left', 'new']) await platform.files.put('posts', `somebody/${name}.webp`, Buffer.alloc(1));
  await utimes(path.join(dataFolder, 'files/posts/somebody/left.webp'), 0, 0);
  await sql`update profiles set avatar_url = 'nobody/lost.webp?t=1' where role = 'admin'`.execute(db);
  undo.push(() => sql`update profiles set avatar_url = null`.execute(db).then(() => {}));
  expect(await check()).toEqual([
    { wrong: 'rows that show a picture of which there is no record', count: 1, keys: ['nobody/lost.webp'] },
    { wrong: 'files that are not where they are stored', count: 1, keys: [`posts/${photo}`] },
    { wrong: 'files that have another size than when they were stored', count: 1, keys: ['avatars/public/logo.png'] },
    {
      wrong: 'files that no row knows, and that the nightly sweep has left',
      count: 1,
      keys: ['posts/somebody/left.webp'],
    },
  ]);
});

test('a changed byte is found by its file, and a file without checksums is counted (D101)', async () => {
  undo.push(storeAll);
  const [smallest = ''] = photoNames(photo);
  await platform.files.put('posts', smallest, Buffer.alloc(100, 2));
  const { faults, withoutChecksum } = await verify(environment);
  expect({ faults, isSaid: withoutChecksum > 0 }).toEqual({ faults: [], isSaid: true });
  await storeAll();

  await fillChecksums(platform, { bucket: 'avatars', after: '' });
  expect(await verify(environment)).toEqual({ faults: [], withoutChecksum: 0 });
  await platform.files.put('posts', smallest, Buffer.alloc(100, 2));
  await platform.files.put('avatars', 'public/logo.png', Buffer.alloc(100));
  expect(await check()).toEqual([
    { wrong: 'files whose bytes have changed', count: 2, keys: ['avatars/public/logo.png', `posts/${photo}`] },
  ]);
});

test('a file that is being replaced is looked at when that is over', async () => {
  undo.push(storeAll);
  await fillChecksums(platform, { bucket: 'avatars', after: '' });
  const checking = Promise.withResolvers<Awaited<ReturnType<typeof check>>>();
  await db.transaction().execute(async (tx) => {
    await takeFileLock(tx, 'avatars', 'public/logo.png');
    await platform.files.put('avatars', 'public/logo.png', Buffer.alloc(50, 3));
    check().then(checking.resolve, checking.reject);
    await untilLockWait(db);
    await tx.updateTable('files').set({ bytes: 50 }).where('path', '=', 'public/logo.png').execute();
  });
  expect(await checking.promise).toEqual([]);
});
