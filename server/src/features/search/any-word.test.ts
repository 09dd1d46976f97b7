import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { buildManyPosts } from '../../testing/many-posts.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);

/** The dishes of a village by their stalls, the newest first. */
const village = {
  'Ampera Uni Rina': [
    'Ayam Goreng',
    'Ayam Bakar Kecap',
    'Nasi Goreng Kampung',
    'Nasi Putih',
    'Telur Dadar',
    'Daun Singkong Santan',
    'Rendang Daging',
    'Gulai Kambing',
  ],
  'Kadai Mak Tuo': [
    'Lontong Gulai Cubadak',
    'Katupek Pical',
    'Bubua Kampiun',
    'Pisang Goreng',
    'Bakwan Jagung',
    'Lapek Bugih',
    'Kue Jum’at Berkah',
    "Paruik Ka'o",
    'Kopi Hitam Panas',
    'Teh Talua',
    'Es Teh Manis',
    'Es Tebak',
  ],
  'Sate Ajo Buyuang': ['Sate Padang', 'Sate Danguang-Danguang', 'Kerupuk Kuah Sate'],
  'Soto Simpang Raya': ['Soto Padang', 'Soto Ayam', 'Nasi Soto', 'Perkedel Kentang'],
  'Pondok Lubuak Alai': [
    'Gulai Baung',
    'Ikan Bakar Padang',
    'Pangek Ikan',
    'Asam Padeh Ikan',
    'Samba Lado Tanak',
    'Jus Alpukat',
    'Nasi Kapau',
  ],
  'Mie Pak Datuak': [
    'Mie Goreng Jawa',
    'Mie Rebus Telur',
    'Mie Ayam Bakso',
    'Roti Bakar Coklat',
    'Café Susu',
    '🔥Ceker Pedas🔥',
  ],
};

const dishes = Object.values(village).flat();
for (const [name, menu] of Object.entries(village)) {
  const { id } = await buildSeller(server, { profile: { nagari: 'Sialang' }, warung: { name } });
  for (const food_name of menu) {
    const created_at = new Date(Date.now() - dishes.indexOf(food_name) * 60_000);
    await buildPost(server, { user_id: id, food_name, created_at });
  }
}

/** Searches as a neighbour. @returns the dishes in their order: those that have the term as it was typed, or else near ones */
async function search(search_term: string): Promise<string[]> {
  const exact = await call('get_feed', { search_term, limit: 50 }, reader);
  const { posts } =
    exact.length > 0 ? { posts: exact } : await call('search_posts', { search_term, limit: 50 }, reader);
  return posts.map(({ foodName }) => foodName);
}

const pasted =
  'Assalamualaikum uni, apakah masih ada rendang daging untuk hari ini? Tolong simpan dua bungkus ya uni, terima kasih';

test.each<[search: string, first: string | undefined, never: string[]]>([
  // The words come in another order.
  ['goreng ayam', 'Ayam Goreng', ['Pisang Goreng', 'Ayam Bakar Kecap']],
  ['goreng pisang', 'Pisang Goreng', ['Ayam Goreng']],
  ['panas kopi', 'Kopi Hitam Panas', ['Es Teh Manis']],
  ['kapau nasi', 'Nasi Kapau', ['Nasi Putih']],
  ['padang sate', 'Sate Padang', ['Soto Padang', 'Ikan Bakar Padang', 'Sate Danguang-Danguang']],
  ['padang soto', 'Soto Padang', ['Sate Padang', 'Soto Ayam']],
  ['manis teh es', 'Es Teh Manis', ['Es Tebak', 'Teh Talua']],
  ['kambing gulai', 'Gulai Kambing', ['Gulai Baung']],
  ['ikan pangek', 'Pangek Ikan', ['Ikan Bakar Padang']],
  ['goreng mie', 'Mie Goreng Jawa', ['Mie Rebus Telur', 'Nasi Goreng Kampung']],
  ['kampung goreng nasi', 'Nasi Goreng Kampung', ['Nasi Putih']],
  ['bakso mie', 'Mie Ayam Bakso', ['Mie Goreng Jawa']],
  // The words are typed as the dish is called.
  ['soto padang', 'Soto Padang', ['Sate Padang']],
  ['sate padang', 'Sate Padang', ['Soto Padang']],
  ['mie goreng', 'Mie Goreng Jawa', ['Nasi Goreng Kampung']],
  ['mi goreng', 'Mie Goreng Jawa', ['Nasi Goreng Kampung', 'Ayam Goreng']],
  ['sate-sate', 'Sate Padang', ['Soto Padang']],
  // The words are misspelt.
  ['rendnag', 'Rendang Daging', ['Pangek Ikan']],
  ['gorng', 'Ayam Goreng', ['Sate Padang']],
  ['padng', 'Sate Padang', ['Ayam Goreng']],
  ['daging rendnag', 'Rendang Daging', ['Sate Danguang-Danguang']],
  ['randang dagiang', 'Rendang Daging', []],
  ['es teh mnis', 'Es Teh Manis', ['Es Tebak', 'Teh Talua']],
  ['ayam gorng', 'Ayam Goreng', ['Ayam Bakar Kecap']],
  ['sotto pdang', 'Soto Padang', ['Sate Padang']],
  ['gorengayam', 'Ayam Goreng', ['Pisang Goreng']],
  ['pisng goreng', 'Pisang Goreng', ['Ayam Goreng']],
  ['gulei kambiang', 'Gulai Kambing', ['Gulai Baung']],
  ['telor dadar', 'Telur Dadar', ['Mie Rebus Telur']],
  ['lapat bugis', 'Lapek Bugih', []],
  ['bubur kampiunn', 'Bubua Kampiun', []],
  ['asam pedas ikan', 'Asam Padeh Ikan', ['Pangek Ikan']],
  ['kerupuk sate kuah', 'Kerupuk Kuah Sate', ['Sate Padang']],
  ['nasi kapou', 'Nasi Kapau', ['Nasi Putih']],
  // The words are half typed and abbreviated.
  ['ger ayam', 'Ayam Goreng', ['Gulai Baung']],
  ['gor ayam', 'Ayam Goreng', ['Ayam Bakar Kecap']],
  ['ren dag', 'Rendang Daging', ['Roti Bakar Coklat']],
  ['nas gor', 'Nasi Goreng Kampung', ['Nasi Putih']],
  // One of the words is wrong.
  ['sayur lontong', 'Lontong Gulai Cubadak', ['Gulai Kambing', 'Gulai Baung']],
  ['ayam xyzzy goreng', 'Ayam Goreng', ['Ayam Bakar Kecap', 'Pisang Goreng']],
  ['ayam lele bakar', 'Ayam Bakar Kecap', ['Roti Bakar Coklat', 'Ayam Goreng']],
  ['es sate manis', 'Es Teh Manis', ['Sate Padang', 'Es Tebak']],
  ['ayam soto bakar', 'Soto Ayam', ['Roti Bakar Coklat', 'Soto Padang']],
  ['gulai ayam kambing', 'Gulai Kambing', ['Gulai Baung', 'Ayam Goreng']],
  ['nasi goreng seafood', 'Nasi Goreng Kampung', ['Nasi Putih', 'Ayam Goreng']],
  ['sate ayam padang', 'Sate Padang', ['Soto Padang', 'Sate Danguang-Danguang']],
  ['rendang padang', 'Rendang Daging', ['Soto Padang', 'Sate Padang']],
  ['soto daging', 'Soto Padang', ['Rendang Daging']],
  ['kuning nasi', 'Nasi Goreng Kampung', []],
  ['bebek goreng', undefined, dishes],
  ['tahu goreng', undefined, dishes],
  ['nasi uduk', 'Nasi Goreng Kampung', ['Ayam Goreng']],
  ['jus jeruk', 'Jus Alpukat', []],
  // The search has words that say nothing, numbers, signs, or pasted text.
  ['yang', undefined, dishes],
  ['dengan', undefined, dishes],
  ['dan yang', undefined, dishes],
  ['nasi 10rb', 'Nasi Goreng Kampung', ['Ayam Goreng']],
  ['mau pesan goreng ayam 2 porsi', 'Ayam Goreng', ['Pisang Goreng']],
  [pasted, 'Rendang Daging', ['Sate Danguang-Danguang']],
  ['🍗 goreng ayam 🍗', 'Ayam Goreng', ['Pisang Goreng']],
  ['🍗🍗', undefined, dishes],
  ['pedas ceker', '🔥Ceker Pedas🔥', []],
  ['ka’o paruik', "Paruik Ka'o", []],
  ['kao', "Paruik Ka'o", ['Kopi Hitam Panas']],
  ["jum'at", 'Kue Jum’at Berkah', []],
  ['berkah jumat', 'Kue Jum’at Berkah', []],
  ['re\u0301ndang', 'Rendang Daging', []],
  ['susu cafe', 'Café Susu', []],
  ['ＳＡＴＥ padang', 'Sate Padang', ['Soto Padang']],
  // The search names the stall, alone or with a dish; the nagari has a filter of its own.
  ['rina ayam', 'Ayam Goreng', ['Soto Ayam']],
  ['ajo sate', 'Sate Padang', ['Soto Padang']],
  ['buyuang ajo', 'Sate Padang', ['Soto Padang']],
  ['tuo mak teh', 'Teh Talua', ['Kopi Hitam Panas', 'Mie Ayam Bakso']],
  ['rendang sialang', 'Rendang Daging', []],
  ['sialang', undefined, dishes],
])('%s shows %s first (D55)', async (typed, first, never) => {
  const found = await search(typed);
  expect(found[0]).toBe(first);
  for (const dish of never) expect(found).not.toContain(dish);
});

test('what of a search is offered is the same on every page, in the filter alone, and named as it is found', async () => {
  const sates = await call('search_posts', { search_term: 'rujak sate', limit: 2 }, reader);
  expect(sates).toMatchObject({ name: 'Sate', posts: [{ foodName: 'Sate Padang' }, {}] });
  const last = sates.posts[1];
  const before = { created_at: last?.createdAt ?? '', id: last?.id ?? '' };
  const more = await call('search_posts', { search_term: 'rujak sate', limit: 2, before }, reader);
  expect(more.posts.map(({ foodName }) => foodName)).toEqual(['Kerupuk Kuah Sate']);
  const elsewhere = await buildSeller(server, { profile: { nagari: 'Galugua' } });
  await buildPost(server, { user_id: elsewhere.id, food_name: 'Rujak Galugua' });
  const filter = { search_term: 'sate rujak', nagari_filter: 'Galugua' };
  expect(await call('search_posts', filter, reader)).toMatchObject({ name: 'Rujak', posts: [{}] });
});

test('stalls are found by any of their words', async () => {
  const stalls = async (search_term: string) =>
    (await call('search_warungs', { search_term }, reader)).warungs.map(({ name }) => name);
  expect(await stalls('rina ampera')).toEqual(['Ampera Uni Rina']);
  expect(await stalls('buyuang soto')).toHaveLength(1);
  expect(await stalls('lapau upiak tuo')).toEqual(['Kadai Mak Tuo']);
  expect(await stalls('uda rina')).toEqual(['Ampera Uni Rina']);
  expect(await stalls('simpang datuak raya')).toEqual(['Soto Simpang Raya']);
});

test('an old dish that has more of the words is found beside a thousand newer ones', async () => {
  const { id: userId } = await buildSeller(server);
  for (const food_name of ['Palai Rinuak', 'Palai Bada']) {
    await buildPost(server, { user_id: userId, food_name, created_at: new Date(0) });
  }
  await buildManyPosts(server.db, { userId, count: 1_200, name: sql<string>`'Ketoprak ' || n` });
  expect(await search('ketoprak rinuak palai')).toEqual(['Palai Rinuak']);
});
