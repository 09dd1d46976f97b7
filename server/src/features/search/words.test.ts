import { expect, test } from 'vitest';
import { menu } from '../../../../demo/src/dishes.ts';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);

/** The demo village, without the stall whose name would answer some of these searches. */
const dishes = menu.filter(({ stall, deleted }) => stall !== 'Martabak Pak Datuak' && !deleted);
const stalls = Map.groupBy([...dishes, { stall: 'Lapau Etek', foodName: 'Goreng Pisang Kipas' }], ({ stall }) => stall);
for (const [name, posted] of stalls) {
  const { id } = await buildSeller(server, { warung: { name } });
  for (const { foodName: food_name } of posted) await buildPost(server, { user_id: id, food_name });
}

/** Searches as a neighbour. @returns the dishes that have the term as it was typed, or else near ones */
async function search(search_term: string): Promise<{ name: string | null; dishes: string[] }> {
  const exact = await call('get_feed', { search_term, limit: 50 }, reader);
  const { name, posts } =
    exact.length > 0
      ? { name: search_term, posts: exact }
      : await call('search_posts', { search_term, limit: 50 }, reader);
  return { name, dishes: posts.map(({ foodName }) => foodName).toSorted() };
}

const randang = ['Bareh Randang', 'Randang Dagiang', 'Randang Talua'];
const nasi = ['Nasi Ampera Gulai Ayam', 'Nasi Ramas Asam Padeh', 'Nasi Ramas Ayam Porsi Sopir'];
const ayam = ['Ayam Bakar Bumbu Kuning', 'Nasi Ampera Gulai Ayam', 'Nasi Ramas Ayam Porsi Sopir'];
const pinyaram = ['Pinyaram', 'Pinyaram jo Godok Campua'];
const soto = ['Soto Padang', 'Soto Padang Porsi Ketek'];
const dagiang = ['Randang Dagiang'];

test.each<[string, string, string[]]>([
  // Minangkabau and Indonesian words find the same.
  ['rendang', 'Randang', randang],
  ['RENDANG daging', 'Randang Dagiang', dagiang],
  ['randang daging', 'Randang Dagiang', dagiang],
  ['ketupat', 'Katupek', ['Katupek Gulai Paku', 'Katupek Pical']],
  ['ketupat gulai pakis', 'Katupek Gulai Paku', ['Katupek Gulai Paku']],
  ['ketupat gule', 'Katupek Gulai', ['Katupek Gulai Paku']],
  ['lemang', 'Lamang', ['Lamang Tapai']],
  ['lemang tape', 'Lamang Tapai', ['Lamang Tapai']],
  ['itik', 'Itiak', ['Itiak Lado Mudo']],
  ['bebek cabe muda', 'Itiak Lado Mudo', ['Itiak Lado Mudo']],
  ['sambal lado', 'Samba Lado', ['Samba Lado Tanak']],
  ['telur rendang', 'Randang Talua', ['Randang Talua']],
  ['teh telur', 'Teh Talua', ['Teh Talua']],
  ['bubur kampiun', 'Bubua Kampiun', ['Bubua Kampiun']],
  ['lepat bugis', 'Lapek Bugih', ['Lapek Bugih']],
  ['pecel', 'Pical', ['Katupek Pical']],
  ['asam pedas', 'Asam Padeh', ['Nasi Ramas Asam Padeh']],
  ['emping dadih', 'Ampiang Dadiah', ['Ampiang Dadiah']],
  ['gelamai', 'Galamai', ['Galamai']],
  ['soto kecil', 'Soto Ketek', ['Soto Padang Porsi Ketek']],
  ['ayam kampung', 'Ayam', ayam],
  ['nasi rames', 'Nasi Ramas', ['Nasi Ramas Asam Padeh', 'Nasi Ramas Ayam Porsi Sopir']],
  ['kopi daun', 'Kawa Daun', ['Kawa Daun']],
  ['usus', 'Tambusu', ['Gulai Tambusu']],
  ['urap', 'Anyang', ['Anyang Paku']],
  // The words come in another order.
  ['pisang goreng', 'Goreng Pisang', ['Goreng Pisang Kipas']],
  ['dagiang randang', 'Randang Dagiang', dagiang],
  ['baung gulai', 'Gulai Baung', ['Gulai Baung']],
  ['bakar ayam kuning', 'Ayam Bakar Kuning', ['Ayam Bakar Bumbu Kuning']],
  ['padang soto', 'Soto Padang', soto],
  ['sate jon', 'Sate Jon', ['Sate Danguang-Danguang']],
  // Only beginnings of the words are typed.
  ['rend', 'Randang', randang],
  ['rand dag', 'Randang Dagiang', dagiang],
  ['gul bau', 'Gulai Baung', ['Gulai Baung']],
  ['lam tap', 'Lamang Tapai', ['Lamang Tapai']],
  ['jumbo es', 'Es Jumbo', ['Es Tebak Jumbo, bisa tambah durian kalau lagi musim di Durian Tinggi']],
  // The words are misspelt.
  ['randag', 'Randang', randang],
  ['rndang', 'Randang', randang],
  ['rendng', 'Randang', randang],
  ['radnang', 'Randang', randang],
  ['dagng', 'Dagiang', dagiang],
  ['kampiunn', 'Kampiun', ['Bubua Kampiun']],
  ['pinaram', 'Pinyaram', pinyaram],
  ['galamay', 'Galamai', ['Galamai']],
  ['sotto', 'Soto', soto],
  ['gulai tunjag', 'Gulai Tunjang', ['Gulai Tunjang']],
  ['tehtalua', 'Teh Talua', ['Teh Talua']],
  // The search also has words that say nothing, plurals, digits or signs.
  ['mau beli rendang', 'Randang', randang],
  ['jual sate yang enak', 'Sate', ['Sate Danguang-Danguang']],
  ['kue lapek', 'Lapek', ['Lapek Bugih']],
  ['sate-sate', 'Sate', ['Sate Danguang-Danguang']],
  ['rendang 2 porsi', 'Randang', randang],
  ['rendang?', 'Randang', randang],
  ['%rendang_', 'Randang', randang],
  // Some dish has a part of the words; a word for the dish counts before one for how it is made.
  ['rendang padang', 'Randang', randang],
  ['nasi goreng', 'Nasi', nasi],
  ['ayam geprek', 'Ayam', ayam],
  ['goreng ayam', 'Ayam', ayam],
  ['mie ayam', 'Ayam', ayam],
  ['sayur lontong', 'Lontong', ['Lontong Gulai Cubadak']],
  ['padang sate', 'Sate', ['Sate Danguang-Danguang']],
  ['gulai kikil xyzzy', 'Gulai Tunjang', ['Gulai Tunjang']],
  // The search is the name of a stall.
  [
    'warung mak itm',
    'Mak Itam',
    dishes.filter(({ stall }) => stall === 'Lapau Mak Itam').map(({ foodName }) => foodName),
  ],
])('%s finds %s (D55)', async (typed, name, expected) => {
  const found = await search(typed);
  expect(found.dishes).toEqual(expected.toSorted());
  expect(found.name).toBe(name);
});

const strangers =
  'bakso,mie,mi goreng,pizza,burger,roti,sapi,susu,lele,rujak,kolak,martabak,cendol,kentang goreng,kerupuk,kotak,tas,makanan';
const nonsense = `asdfgh,qwrty,xq,q,zz zz,77,50%_\\,...,"',; drop table posts; --`;

test.each([...strangers.split(','), ...nonsense.split(',')])(
  '%s finds nothing: no neighbour of it is there',
  async (typed) => {
    expect(await search(typed)).toEqual({ name: null, dishes: [] });
  },
);

test.each([
  ['soto', ['Nasi Koto', 'Kato', 'Sop Buntut', 'Sate']],
  ['bakso', ['Ayam Bakar', 'Bakwan', 'Bakpao']],
  ['mie', ['Minuman Segar', 'Miso Soup']],
  ['sapi', ['Kopi Sari', 'Sari Buah', 'Sagu']],
])('%s is none of %j', async (typed, names) => {
  const village = await startTestServer();
  for (const food_name of names) await buildPost(village, { food_name });
  const found = await village.call('search_posts', { search_term: typed }, await buildMember(village));
  expect(found).toEqual({ name: null, posts: [] });
});
