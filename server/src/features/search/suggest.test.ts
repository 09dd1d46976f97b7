import type { CallInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { unusedSearchWords } from './jobs.ts';

const server = await startTestServer();
const { call, db } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server);

const stall = await buildSeller(server, { profile: { nagari: 'Sialang' }, warung: { name: 'Lapau Mak Itam' } });
for (const food_name of ['Randang Dagiang', 'Katupek Gulai Paku', 'Itiak Lado Mudo', 'Ayam Kampuang Bakar']) {
  await buildPost(server, { user_id: stall.id, food_name });
}
const elsewhere = await buildSeller(server, { profile: { nagari: 'Galugua' }, warung: { name: 'Kadai Uni Eli' } });
await buildPost(server, { user_id: elsewhere.id, food_name: 'Bubua Kampiun' });
await buildPost(server, { user_id: elsewhere.id, food_name: 'Soto Padang', is_open: false });

const suggest = async (search_term: string, more: Partial<CallInput<'suggest_search'>> = {}) =>
  (await call('suggest_search', { search_term, ...more }, reader)).suggestion;

test.each([
  ['rendang', 'Randang', 'a spelling that people mix'],
  ['RENDANG daging', 'Randang Dagiang', 'each word has its own'],
  ['ketupat gulai pakis', 'Katupek Gulai Paku', 'the word between stays as it is'],
  ['bebek cabe muda', 'Itiak Lado Mudo', 'none of the words is near in letters'],
  ['ayam kampung', 'Ayam Kampuang', 'a phrase of two words'],
  ['randag', 'Randang', 'near in letters'],
  ['kampiunn', 'Kampiun', 'a letter too many'],
  ['lapau mak itm', 'Lapau Mak Itam', 'a stall’s name'],
  ['gulai martabak', 'Gulai', 'a word that is found alone'],
  ['xyzzy', null, 'nothing is near'],
  ['q', null, 'a single letter'],
  ['50%_\\', null, 'characters that mean something in a pattern'],
] as const)('%s: %s, %s (D55)', async (typed, offered, _why) => {
  expect(await suggest(typed)).toBe(offered);
});

test('what is offered is found by the search itself, in the same list and nagari', async () => {
  expect(await suggest('bubur')).toBe('Bubua');
  expect(await call('get_feed', { search_term: 'Bubua' }, reader)).toHaveLength(1);
  expect(await suggest('bubur', { nagari_filter: 'galugua' })).toBe('Bubua');
  expect(await suggest('bubur', { nagari_filter: 'Sialang' })).toBeNull();
  expect(await suggest('sotto')).toBe('Soto');
  expect(await suggest('sotto', { list: 'foods' }), 'sold out').toBeNull();
  expect(await suggest('rendang', { list: 'warungs' }), 'no stall is called so').toBeNull();
  expect(await suggest('mak itm', { list: 'warungs' })).toBe('Mak Itam');
});

test('a stall without dishes is offered by its name, and after a change by its new one', async () => {
  const seller = await buildSeller(server, { warung: { name: 'Pondok Baung' } });
  expect(await suggest('baungg', { list: 'warungs' })).toBe('Baung');
  await db.updateTable('warungs').set({ name: 'Pondok Limbek' }).where('id', '=', seller.id).execute();
  expect(await suggest('baungg', { list: 'warungs' })).toBeNull();
  expect(await suggest('lele', { list: 'warungs' })).toBe('Limbek');
});

test.each<['feed' | 'foods' | 'warungs']>([['feed'], ['foods'], ['warungs']])(
  'nothing suspended or deleted is offered in %s (D11)',
  async (list) => {
    const name = { feed: 'Tambusu', foods: 'Pangek', warungs: 'Galamai' }[list];
    const seller = await buildSeller(server, { warung: { name: `Dapua ${name}` } });
    const post = await buildPost(server, { user_id: seller.id, food_name: name });
    const typed = `${name}u`;
    expect(await suggest(typed, { list })).toBe(name);
    const suspend = (suspended: boolean) =>
      call('toggle_warung_suspension', { warung_id: seller.id, suspended }, admin);
    await suspend(true);
    expect(await suggest(typed, { list })).toBeNull();
    await suspend(false);
    expect(await suggest(typed, { list })).toBe(name);
    await call('delete_post', { post_id: post.id }, admin);
    await db.deleteFrom('profiles').where('id', '=', seller.id).execute();
    expect(await suggest(typed, { list })).toBeNull();
  },
);

test('words that are no longer in use go in the night, all others stay', async () => {
  const words = async () =>
    (await db.selectFrom('search_words').select('word').orderBy('word').execute()).map((row) => row.word);
  const before = await words();
  const { id } = await buildPost(server, { user_id: stall.id, food_name: 'Randang Lokan' });
  await db.updateTable('posts').set({ food_name: 'Randang Cangkuak' }).where('id', '=', id).execute();
  expect((await words()).filter((word) => !before.includes(word))).toEqual(['cangkuak', 'lokan']);
  await unusedSearchWords(server.platform).run();
  const left = await words();
  expect(left).toContain('cangkuak');
  expect(left).not.toContain('lokan');
  expect(left).toEqual(expect.arrayContaining(['randang', 'padang', 'eli']));
});

test('with many words the nearest come off the index, and two letters that no word has read no post', async () => {
  await sql`insert into search_words select md5(n::text) from generate_series(1, 5000) n`.execute(db);
  await sql`vacuum analyze search_words`.execute(db);
  const { pool } = server.platform.database;
  const planned = async (text: string, ask: () => Promise<unknown>) => {
    const asked = vi.spyOn(pool, 'query');
    await ask();
    const statements = asked.mock.calls.map(
      ([statement]) => statement as unknown as { text: string; values: unknown[] },
    );
    asked.mockRestore();
    const statement = statements.find((one) => one.text.includes(text));
    if (!statement) throw new Error(`nothing with ${text} was asked of the database`);
    const { rows } = await pool.query(`explain analyze ${statement.text}`, statement.values);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };
  expect(await planned('similarity(typed', () => suggest('rendng'))).toContain('on search_words_nearest');
  const inVain = await planned('feed_posts', () => call('get_feed', { search_term: 'xq' }, reader));
  expect(inVain).toMatch(/on posts .*never executed/);
});
