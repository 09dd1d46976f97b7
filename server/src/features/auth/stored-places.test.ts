import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTables, migrateInside } from '../../platform/upgrade/migrate.ts';
import { openUntilEnd } from '../../testing/backups.ts';
import { createTestDatabase } from '../../testing/server.ts';

test('an update mends what earlier releases have stored of places, and makes anew by what dishes are found (D136)', async () => {
  const old = openUntilEnd(await createTestDatabase('template1'));
  const folder = path.join(import.meta.dirname, '../../migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < '0350').toSorted();
  const nagari = [
    'Muaro Paiti',
    'Muaro Paiti\u200b',
    'Muaro Paiti,',
    'Nag. Muaro Paiti',
    'Muaro Paiti Kec. Kapur IX',
    'Jr. Tanjuang, Nagari Muaro Paiti, Kapur IX',
    'Muaro\u00a0Paiti/Kapur IX',
    'Jorong Tanjuang, Muaro Paiti',
    'Jorong I Nagari Muaro Paiti',
    'Koto (Lamo)',
    'Nagan',
  ];
  await old.transaction().execute(async (tx) => {
    await makeTables(
      tx,
      files.map((name) => name.slice(0, -'.sql'.length)),
    );
    await sql`
      with people as (
        insert into profiles (full_name, email, role, nagari, kecamatan)
        select 'Upik', lpad(n::text, 2, '0') || '@lapau.test', 'penjual', nagari, 'Kec. Kapur  IX,' from unnest(${nagari}::text[]) with ordinality as given (nagari, n)
        returning id, nagari
      ), stalls as (
        insert into warungs (id, name, short_code) select id, 'Lapau Ka''o', right(id::text, 8) from people
      )
      insert into posts (user_id, food_name, nagari_key, search_text)
      select id, 'Kue' || chr(769) || ' Talam', lower(nagari), 'kue' || chr(769) || ' talam lapau ka''o' from people`.execute(
      tx,
    );
    await sql`insert into search_words select string_to_table('kue' || chr(769) || ' talam lapau ka''o ka o', ' ')`.execute(
      tx,
    );
    await migrateInside(tx);
  });
  const people = await old.selectFrom('profiles').select(['nagari', 'kecamatan']).orderBy('email').execute();
  expect(people.map((person) => person.nagari)).toEqual([
    ...Array.from({ length: 9 }, () => 'Muaro Paiti'),
    'Koto (Lamo)',
    'Nagan',
  ]);
  expect(new Set(people.map((person) => person.kecamatan))).toEqual(new Set(['Kapur IX']));
  const posts = old.selectFrom('posts').select(['nagari_key', 'search_text']).distinct().orderBy('nagari_key');
  expect(await posts.execute()).toEqual(
    ['koto lamo', 'muaro paiti', 'nagan'].map((nagari_key) => ({ nagari_key, search_text: 'kue talam  lapau kao' })),
  );
  const words = await old.selectFrom('search_words').select('word').orderBy('word').execute();
  expect(words.map(({ word }) => word)).toEqual(['kao', 'kue', 'lapau', 'talam']);
});
