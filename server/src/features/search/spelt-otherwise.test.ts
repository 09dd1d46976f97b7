import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server, { full_name: 'Rosna' });

test.each([
  [
    "Ka'o Lamang",
    [
      "ka'o lamang",
      'ka\u2019o lamang',
      'ka\u2018o',
      'ka`o',
      'ka\u00b4o',
      'ka\u02bco',
      'ka\u2032o',
      'ka\uff07o',
      'kao lamang',
    ],
  ],
  ['Jum\u2019at Berkah', ["jum'at berkah", 'jumat', 'JUM\u02bcAT']],
  ['Paruik Kao', ["paruik ka'o", 'ka\u2019o']],
  ['Kue\u0301 Talam', ['Kué Talam', 'Kue\u0301 Talam', 'kue talam', 'KUÉ']],
  ['Kué Lapek', ['Kue\u0301 Lapek', 'kue lapek']],
  [
    'Sate-Lontong, pedas',
    ['sate lontong', 'sate\u2013lontong', 'sate_lontong', 'lontong pedas', '"sate lontong"', 'sate \u2022 lontong'],
  ],
  ['Asam  Padeh / Ikan', ['asam padeh ikan', 'asam-padeh', 'asam\u00a0padeh', 'asam\u200b padeh']],
  ['Ｇｕｌａｉ Cubadak', ['gulai cubadak', 'ｇｕｌａｉ']],
  ['𝐒𝐨𝐭𝐨 Padang', ['soto padang']],
  ['🔥Ceker🔥Mercon', ['ceker', 'mercon', '🔥', '🔥 ceker']],
])('%j is found as it is spelt otherwise, in the feed, by its stall and by an admin (D136)', async (name, terms) => {
  const { id } = await buildSeller(server, {
    profile: { full_name: `${name} Nama` },
    warung: { name: `${name} Lapau` },
  });
  await buildPost(server, { user_id: id, food_name: name });
  for (const search_term of terms) {
    const posts = await call('get_feed', { search_term }, reader);
    expect(
      posts.map(({ foodName }) => foodName),
      search_term,
    ).toEqual([name]);
    const stalls = await call('list_warungs', { search_term }, reader);
    expect(
      stalls.map((stall) => stall.name),
      search_term,
    ).toEqual([`${name} Lapau`]);
    const people = await call('get_all_users_with_profiles', { search_term }, admin);
    expect(
      people.map((person) => person.id),
      search_term,
    ).toEqual([id]);
    const warungs = await call('get_all_warungs_with_owner_info', { search_term }, admin);
    expect(
      warungs.map((warung) => warung.id),
      search_term,
    ).toEqual([id]);
  }
  await server.db.deleteFrom('profiles').where('id', '=', id).execute();
});

test.each([
  ['lamang ka\u2019o', "Ka'o Lamang"],
  ['talam kue\u0301', 'Kué Talam'],
  ['lontong \u2014 sate', 'Sate-Lontong'],
  ['mercon ceker 🔥', '🔥Ceker🔥Mercon'],
  ['katupek ka`o', "Ka'o Lamang"],
  ['esteh', 'Es-Teh'],
  ['esjeruk', 'Es-Jeruk'],
  ['miayam', 'Mi-Ayam'],
])('%j is found in any order as %j (D55, D136)', async (search_term, name) => {
  const { user_id } = await buildPost(server, { food_name: name });
  const { posts } = await call('search_posts', { search_term }, reader);
  expect(posts.map(({ foodName }) => foodName)).toEqual([name]);
  await server.db.deleteFrom('profiles').where('id', '=', user_id).execute();
});

test('what has neither letter, digit nor picture finds nothing (D136)', async () => {
  await buildPost(server, { food_name: '...' });
  await buildPost(server, { food_name: "Pisang 'Raja'." });
  for (const search_term of ['...', '.', "'", '\u2019\u2019\u2019', '%', '_', '\\']) {
    expect(await call('get_feed', { search_term }, reader)).toEqual([]);
    expect(await call('list_warungs', { search_term }, reader)).toEqual([]);
    expect((await call('search_posts', { search_term }, reader)).posts).toEqual([]);
  }
});
