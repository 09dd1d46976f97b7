import { beforeEach, expect, test } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server, { nagari: 'Nowhere' });
const options = async () => (await server.call('get_unique_nagari_options', {}, reader)).map(({ nagari }) => nagari);
const stall = (nagari: string) => buildSeller(server, { profile: { nagari } });

beforeEach(async () => {
  await server.db.deleteFrom('profiles').where('id', '<>', reader.id).execute();
});

test('spellings of one nagari are one option, the commonest of them (D13)', async () => {
  for (const nagari of ['Koto Bangun', 'koto bangun', 'Koto Bangun', 'Nagari KOTO  BANGUN', 'Sialang'])
    await stall(nagari);
  expect(await options()).toEqual(['Koto Bangun', 'Sialang']);
});

test('options come from visible stalls only, by name (D11)', async () => {
  await stall('Sialang');
  await stall('');
  await stall('Durian Tinggi');
  await buildMember(server, { nagari: 'Of a buyer' });
  await buildSeller(server, { profile: { nagari: 'Of a suspended person', is_suspended: true } });
  await buildSeller(server, { profile: { nagari: 'Of a seller no more', role: 'pembeli' } });
  await buildSeller(server, { profile: { nagari: 'Of a suspended stall' }, warung: { is_suspended: true } });
  expect(await options()).toEqual(['Durian Tinggi', 'Sialang']);
});

test('the filter finds every spelling, however it is typed (D13)', async () => {
  for (const nagari of ['Koto Bangun', 'koto  bangun', 'Nagari Koto Bangun', 'Koto Lamo']) {
    await buildPost(server, { user_id: (await stall(nagari)).id });
  }
  for (const nagari_filter of ['Koto Bangun', ' KOTO   BANGUN ', 'nagari koto bangun']) {
    expect(await server.call('get_feed', { nagari_filter }, reader), nagari_filter).toHaveLength(3);
  }
  expect(await server.call('get_feed', { nagari_filter: 'Koto' }, reader)).toEqual([]);
});

test('a seller’s posts move with them to another nagari', async () => {
  const seller = await stall('Sialang');
  await buildPost(server, { user_id: seller.id, location: 'Sialang' });
  expect(await server.call('get_feed', { nagari_filter: 'Sialang' }, reader)).toHaveLength(1);
  const { address, kecamatan, phone, full_name } = seller;
  await server.call(
    'update_profile',
    { full_name, address, kecamatan, phone, nagari: ' nagari  Koto   Lamo ' },
    seller,
  );
  expect(await server.call('get_feed', { nagari_filter: 'Sialang' }, reader)).toEqual([]);
  expect(await server.call('get_feed', { nagari_filter: 'koto lamo' }, reader)).toMatchObject([
    { nagari: 'Koto Lamo' },
  ]);
  expect(await options()).toEqual(['Koto Lamo']);
});
