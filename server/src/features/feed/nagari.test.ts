import { beforeEach, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server, { nagari: 'Nowhere' });
const options = () => server.call('get_unique_nagari_options', {}, reader);
const names = async () => (await options()).map(({ nagari }) => nagari);
const stall = (nagari: string) => buildSeller(server, { profile: { nagari } });

/** A stall with a dish. */
async function cook(nagari: string, given: Parameters<typeof buildSeller>[1] = {}) {
  const seller = await buildSeller(server, { ...given, profile: { nagari, ...given.profile } });
  await buildPost(server, { user_id: seller.id });
}

beforeEach(async () => {
  await server.db.deleteFrom('profiles').where('id', '<>', reader.id).execute();
});

test('spellings of one nagari are one option, the commonest of them (D13)', async () => {
  for (const nagari of ['Koto Bangun', 'koto bangun', 'Koto Bangun', 'Nagari KOTO  BANGUN', 'Sialang']) {
    await cook(nagari);
  }
  expect(await options()).toEqual([
    { nagari: 'Koto Bangun', count: 4, open_count: 4 },
    { nagari: 'Sialang', count: 1, open_count: 1 },
  ]);
});

test('options come from visible stalls that have dishes, by name (D11)', async () => {
  await cook('Sialang');
  await cook('');
  await cook('Durian Tinggi');
  await stall('Without dishes');
  await buildMember(server, { nagari: 'Of a buyer' });
  await cook('Of a suspended person', { profile: { is_suspended: true } });
  await cook('Of a seller no more', { profile: { role: 'pembeli' } });
  await cook('Of a suspended stall', { warung: { is_suspended: true } });
  expect(await names()).toEqual(['Durian Tinggi', 'Sialang']);
});

test('an option counts the posts that the feed and the foods list with it', async () => {
  const koto = await stall('Koto Lamo');
  const closed = await buildSeller(server, { profile: { nagari: 'koto lamo' }, warung: { is_open: false } });
  const suspended = await buildSeller(server, { profile: { nagari: 'Koto Lamo', is_suspended: true } });
  const admin = await buildAdmin(server, { nagari: 'Koto Lamo' });
  await buildPost(server, { user_id: koto.id });
  await buildPost(server, { user_id: koto.id, is_open: false });
  await buildPost(server, { user_id: koto.id, is_open: false, reopens_at: new Date(Date.now() + 60_000) });
  await buildPost(server, { user_id: koto.id, is_open: false, reopens_at: new Date(Date.now() - 60_000) });
  await buildPost(server, { user_id: closed.id });
  await buildPost(server, { user_id: suspended.id });
  await buildPost(server, { user_id: admin.id, is_admin_post: true });
  await buildPost(server, { user_id: (await stall('Sialang')).id, is_open: false });

  expect(await options()).toEqual([
    { nagari: 'Koto Lamo', count: 5, open_count: 3 },
    { nagari: 'Sialang', count: 1, open_count: 0 },
  ]);
  for (const { nagari, count, open_count } of await options()) {
    expect(await server.call('get_feed', { nagari_filter: nagari }, reader)).toHaveLength(count);
    const foods = await server.call('get_feed', { nagari_filter: nagari, only_open: true }, reader);
    expect(foods).toHaveLength(open_count);
  }
});

test('counts are cached until a signal says that posts or stalls changed', async () => {
  const seller = await stall('Sialang');
  const { id } = await buildPost(server, { user_id: seller.id });
  expect(await options()).toMatchObject([{ count: 1 }]);
  await server.db.updateTable('posts').set({ is_open: false }).where('id', '=', id).execute();
  expect(await options()).toMatchObject([{ open_count: 1 }]);
  await buildPost(server, { user_id: seller.id });
  expect(await options()).toEqual([{ nagari: 'Sialang', count: 2, open_count: 1 }]);
  await server.call('delete_post', { post_id: id }, seller);
  expect(await options()).toEqual([{ nagari: 'Sialang', count: 1, open_count: 1 }]);
});

test('the filter finds every spelling, however it is typed (D13)', async () => {
  for (const nagari of ['Koto Bangun', 'koto  bangun', 'Nagari Koto Bangun', 'Koto Lamo']) await cook(nagari);
  for (const nagari_filter of ['Koto Bangun', ' KOTO   BANGUN ', 'nagari koto bangun']) {
    expect(await server.call('get_feed', { nagari_filter }, reader), nagari_filter).toHaveLength(3);
  }
  expect(await server.call('get_feed', { nagari_filter: 'Koto' }, reader)).toEqual([]);
});

test('what a release before has stored of one nagari is one option too (D136)', async () => {
  const spellings = [
    'Koto Bangun',
    'Koto Bangun\u200b',
    'Koto Bangun,',
    'Nag. Koto Bangun',
    'Koto-Bangun',
    '\u2068Koto Bangun\u2069',
  ];
  for (const nagari of [...spellings, 'Koto Bangun', 'Koto Bangun, Kec. Kapur IX', '...', 'Sialang'])
    await cook(nagari);
  expect(await options()).toMatchObject([
    { nagari: 'Koto Bangun', count: 8 },
    { nagari: 'Sialang', count: 1 },
  ]);
  for (const nagari_filter of [...spellings, 'ngr koto bangun', '"Koto\u00a0Bangun".'])
    expect(await server.call('get_feed', { nagari_filter }, reader), nagari_filter).toHaveLength(8);
});

test('a cook’s nagari is stored by its name alone, and its dishes stand there (D136)', async () => {
  const seller = await buildSeller(server);
  await buildPost(server, { user_id: seller.id });
  const { full_name, address, phone } = seller;
  for (const nagari of [
    'Muaro Paiti\u200b',
    'Muaro Paiti,',
    'Nag. Muaro Paiti',
    '\u202aKenagarian Muaro Paiti\u202c.',
  ]) {
    const { profile } = await server.call(
      'update_profile',
      { full_name, address, phone, nagari, kecamatan: 'Kec. Kapur IX,' },
      seller,
    );
    expect(profile).toMatchObject({ nagari: 'Muaro Paiti', kecamatan: 'Kapur IX' });
    expect(await server.call('get_feed', { nagari_filter: 'Muaro Paiti' }, reader)).toHaveLength(1);
    expect(await names()).toEqual(['Muaro Paiti']);
  }
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
  expect(await names()).toEqual(['Koto Lamo']);
});
