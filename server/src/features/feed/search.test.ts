import type { CallInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { buildManyPosts } from '../../testing/many-posts.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server);
const admin = await buildAdmin(server);

const found = async (search_term: string) =>
  (await server.call('get_feed', { search_term }, reader)).map(({ foodName }) => foodName).toSorted();

test('a search finds parts of the food and of the stall’s name, whatever their case', async () => {
  const stall = await buildSeller(server, { warung: { name: 'Kadai Uni Eli' } });
  await buildPost(server, { user_id: stall.id, food_name: 'Katupek Pical' });
  await buildPost(server, { food_name: 'Itiak Lado Mudo' });
  await buildPost(server, { food_name: 'CRÊPE' });
  expect(await found('PICAL')).toEqual(['Katupek Pical']);
  expect(await found('uni eli')).toEqual(['Katupek Pical']);
  expect(await found('  lado ')).toEqual(['Itiak Lado Mudo']);
  expect(await found('Crêpe')).toEqual(['CRÊPE']);
  expect(await found('CA')).toEqual(['Katupek Pical']);
  expect(await found('rendang')).toEqual([]);
});

test('%, _ and \\ are signs like others, and stand for nothing else (D14, D136)', async () => {
  for (const food_name of ['Diskon 50% hari ini', 'Diskon 500 hari ini', 'a_b', 'axb', 'c\\d']) {
    await buildPost(server, { food_name });
  }
  expect(await found('50% hari')).toEqual(['Diskon 50% hari ini']);
  expect(await found('a_b')).toEqual(['a_b']);
  expect(await found('c\\d')).toEqual(['c\\d']);
  expect(await found('%')).toEqual([]);
  expect(await found("'; drop table posts; --")).toEqual([]);
});

test('a stall is found by its present name', async () => {
  const stall = await buildSeller(server, { warung: { name: 'Lapau Lamo' } });
  await buildPost(server, { user_id: stall.id, food_name: 'Gulai Tunjang' });
  await server.db.updateTable('warungs').set({ name: 'Pondok Baru' }).where('id', '=', stall.id).execute();
  expect(await found('lapau lamo')).toEqual([]);
  expect(await found('pondok baru')).toEqual(['Gulai Tunjang']);
});

test('an admin post is found by its source, not by its author', async () => {
  const author = await buildAdmin(server, { full_name: 'Datuak Rajo' });
  await buildPost(server, {
    user_id: author.id,
    is_admin_post: true,
    seller_name: 'Dinas Kesehatan',
    food_name: 'Posyandu',
  });
  expect(await found('dinas kesehatan')).toEqual(['Posyandu']);
  expect(await found('datuak rajo')).toEqual([]);
});

test('hidden posts are not found (D11)', async () => {
  const stall = await buildSeller(server);
  await buildPost(server, { user_id: stall.id, food_name: 'Lamang Rahasia' });
  expect(await found('rahasia')).toEqual(['Lamang Rahasia']);
  await server.call('toggle_warung_suspension', { warung_id: stall.id, suspended: true }, admin);
  expect(await found('rahasia')).toEqual([]);
});

test('with many rows every kind of page comes off its index, and a rare search off the trigrams', async () => {
  const stall = await buildSeller(server, { profile: { nagari: 'Lubuak Alai' } });
  const name = sql<string>`'Nasi Ramas ' || n || case when n % 4000 = 0 then ' Ampiang Dadiah' else '' end`;
  await buildManyPosts(server.db, { userId: stall.id, count: 12_000, name });

  const { pool } = server.platform.database;
  const planned = async (input: CallInput<'get_feed'>) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await server.call('get_feed', input, reader);
    const statements = asked.mock.calls.map(([statement, values]: unknown[]) =>
      typeof statement === 'string' ? { text: statement, values } : (statement as { text: string; values: unknown }),
    );
    asked.mockRestore();
    const page = statements.find(({ text }) => text.includes('feed_posts'));
    if (!page) throw new Error('no page was asked of the database');
    const { rows } = await pool.query(`explain ${page.text}`, page.values as unknown[]);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };
  const before = { created_at: '2026-01-01T00:00:00Z', id: stall.id };
  expect(await planned({ limit: 19 })).toContain('using posts_feed ');
  expect(await planned({ limit: 19, before: { ...before, created_at: new Date().toISOString() } })).toContain(
    'using posts_feed ',
  );
  expect(await planned({ limit: 19, nagari_filter: 'Lubuak Alai' })).toMatch(/using posts_feed/);
  expect(await planned({ limit: 19, include_admin_posts: false, only_open: true })).toMatch(
    /using posts_(foods|feed) /,
  );
  expect(await planned({ search_term: 'ampiang dadiah' })).toContain('posts_search');
  for (const plan of [await planned({ limit: 18 }), await planned({ limit: 18, nagari_filter: 'Lubuak Alai' })]) {
    expect(plan).not.toContain('Seq Scan on posts');
    expect(plan).not.toContain('Sort Key: posts');
  }
});
