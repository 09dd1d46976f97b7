import type { CallInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { buildManyPosts } from '../../testing/many-posts.ts';
import { startTestServer } from '../../testing/server.ts';
import { unusedSearchWords } from './jobs.ts';

const server = await startTestServer();
const { call, db } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server);

const stall = await buildSeller(server, { profile: { nagari: 'Sialang' }, warung: { name: 'Lapau Mak Itam' } });
await buildPost(server, { user_id: stall.id, food_name: 'Randang Dagiang' });
const elsewhere = await buildSeller(server, { profile: { nagari: 'Galugua' }, warung: { name: 'Kadai Uni Eli' } });
await buildPost(server, { user_id: elsewhere.id, food_name: 'Bubua Kampiun' });
await buildPost(server, { user_id: elsewhere.id, food_name: 'Soto Padang', is_open: false });

const search = (search_term: string, more: Partial<CallInput<'search_posts'>> = {}) =>
  call('search_posts', { search_term, ...more }, reader);
const found = async (...input: Parameters<typeof search>) =>
  (await search(...input)).posts.map(({ foodName }) => foodName);
const foundStalls = async (search_term: string) =>
  (await call('search_warungs', { search_term }, reader)).warungs.map(({ name }) => name);
const foods = { only_open: true, include_admin_posts: false };

test('only what the list itself would show is found: of the nagari, what is open, no posts of admins', async () => {
  expect(await found('bubur')).toEqual(['Bubua Kampiun']);
  expect(await found('bubur', { nagari_filter: 'nagari  GALUGUA' })).toEqual(['Bubua Kampiun']);
  expect(await found('bubur', { nagari_filter: 'Sialang' })).toEqual([]);
  expect(await found('sotto')).toEqual(['Soto Padang']);
  expect(await found('sotto', foods), 'sold out').toEqual([]);
  await buildPost(server, { user_id: admin.id, is_admin_post: true, food_name: 'Takjil', seller_name: 'Masjid Raya' });
  expect(await search('raya takjil')).toMatchObject({ name: 'Takjil Raya', posts: [{ foodName: 'Takjil' }] });
  expect(await found('raya takjil', foods)).toEqual([]);
});

test('a post has what is the reader’s own', async () => {
  const [post] = (await search('rendang')).posts;
  await call('toggle_like', { post_id_to_toggle: post?.id ?? '', liked: true }, reader);
  expect((await search('rendang')).posts).toMatchObject([{ likes: 1, isLikedByUser: true, isSavedByUser: false }]);
  const { posts } = await call('search_posts', { search_term: 'rendang' }, admin);
  expect(posts).toMatchObject([{ likes: 1, isLikedByUser: false }]);
});

test('pages go on where the last one ended and keep to one reading of the search', async () => {
  const seller = await buildSeller(server);
  for (let minutes = 1; minutes <= 5; minutes += 1) {
    const created_at = new Date(Date.now() - minutes * 60_000);
    await buildPost(server, { user_id: seller.id, food_name: `Pangek Lauak ${minutes}`, created_at });
  }
  // A dish that has only the first word is never mixed in.
  await buildPost(server, { user_id: seller.id, food_name: 'Pangek Cubadak', created_at: new Date(0) });
  const names: string[] = [];
  let before: CallInput<'search_posts'>['before'];
  for (let page = 1; page <= 4; page += 1) {
    const { posts } = await search('ikan pangek', { limit: 2, before });
    names.push(...posts.map(({ foodName }) => foodName));
    const last = posts.at(-1);
    if (last) before = { created_at: last.createdAt, id: last.id };
  }
  expect(names).toEqual([1, 2, 3, 4, 5].map((minutes) => `Pangek Lauak ${minutes}`));
});

test('stalls are found by their names alone, and by the present ones', async () => {
  expect(await call('search_warungs', { search_term: 'itm mak' }, reader)).toMatchObject({
    name: 'Mak Itam',
    warungs: [{ id: stall.id }],
  });
  expect(await foundStalls('rendang')).toEqual([]);
  const { id } = await buildSeller(server, { warung: { name: 'Pondok Baung' } });
  expect(await foundStalls('baungg')).toEqual(['Pondok Baung']);
  await db.updateTable('warungs').set({ name: 'Pondok Limbek' }).where('id', '=', id).execute();
  expect(await foundStalls('baungg')).toEqual([]);
  expect(await foundStalls('pondok lele')).toEqual(['Pondok Limbek']);
});

test('nothing suspended or deleted is found (D11)', async () => {
  const seller = await buildSeller(server, { warung: { name: 'Dapua Tambusu' } });
  const post = await buildPost(server, { user_id: seller.id, food_name: 'Gulai Usuih' });
  const answers = async () => [await found('usuihh'), await found('usuihh', foods), await foundStalls('tambusuu')];
  const shown = [['Gulai Usuih'], ['Gulai Usuih'], ['Dapua Tambusu']];
  const hidden = [[], [], []];
  const suspendWarung = (suspended: boolean) =>
    call('toggle_warung_suspension', { warung_id: seller.id, suspended }, admin);
  const suspendPerson = (suspended: boolean) =>
    call('toggle_user_suspension', { user_id_to_toggle: seller.id, suspended }, admin);
  expect(await answers()).toEqual(shown);
  for (const suspend of [suspendWarung, suspendPerson]) {
    await suspend(true);
    expect(await answers()).toEqual(hidden);
    await suspend(false);
    expect(await answers()).toEqual(shown);
  }
  await call('delete_post', { post_id: post.id }, admin);
  await db.deleteFrom('profiles').where('id', '=', seller.id).execute();
  expect(await answers()).toEqual(hidden);
});

test('words end at signs, and those that are no longer in use go in the night', async () => {
  const words = async () =>
    (await db.selectFrom('search_words').select('word').orderBy('word').execute()).map((row) => row.word);
  const before = await words();
  const { id } = await buildPost(server, { user_id: stall.id, food_name: 'Randang (Lokan)' });
  expect(await found('lokan randang')).toEqual(['Randang (Lokan)']);
  await db.updateTable('posts').set({ food_name: 'Randang Cangkuak' }).where('id', '=', id).execute();
  expect((await words()).filter((word) => !before.includes(word))).toEqual(['cangkuak', 'lokan']);
  await unusedSearchWords.run(server.platform);
  const left = await words();
  expect(left).toEqual(expect.arrayContaining(['cangkuak', 'randang', 'padang', 'eli']));
  expect(left.filter((word) => word.includes('lokan'))).toEqual([]);
});

test('with many rows near words and rare posts come off their indexes, and two letters that no word has read no post', async () => {
  await sql`insert into search_words select md5(n::text) from generate_series(1, 5000) n`.execute(db);
  await buildManyPosts(db, { userId: stall.id, count: 12_000, name: sql<string>`'Nasi Ramas ' || n` });
  await sql`vacuum analyze search_words`.execute(db);
  const { pool } = server.platform.database;
  const planned = async (text: string, ask: () => Promise<unknown>) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await ask();
    const statements = asked.mock.calls.map(
      // The job queue's own queries are plain texts.
      ([statement]) => statement as unknown as { text?: string; values: unknown[] },
    );
    asked.mockRestore();
    const statement = statements.find((one) => one.text?.includes(text));
    if (!statement) throw new Error(`nothing with ${text} was asked of the database`);
    const { rows } = await pool.query(`explain analyze ${statement.text}`, statement.values);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };
  expect(await planned('similarity(typed', () => search('rendng'))).toContain('on search_words_nearest');
  expect(await planned('feed_posts', () => search('daging rendang'))).toContain('on posts_search');
  const inVain = await planned('feed_posts', () => call('get_feed', { search_term: 'xq' }, reader));
  expect(inVain).toMatch(/on posts .*never executed/);
});
