import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server);
await buildPost(server, { food_name: 'Lompong Sagu' });

const nameFound = async (search_term: string, on = server) =>
  (await on.call('search_posts', { search_term }, reader)).name;

test('what an admin adds is found at once on every process, and no longer once it is deleted (D55, D43)', async () => {
  const second = await startTestServer({ databaseUrl: server.databaseUrl });
  const page = await openPage(second.url, { cookie: reader.cookie });
  await page.join('settings');
  expect(await nameFound('talam')).toBeNull();
  expect(await nameFound('talam', second)).toBeNull();
  const added = await call('add_spellings', { alike: ['  Talam ', 'LOMPONG', 'talam', 'kue   lompong'] }, admin);
  expect(added.alike).toEqual(['talam', 'lompong', 'kue lompong']);
  expect(await nameFound('talam')).toBe('Lompong');
  await expect.poll(() => nameFound('talam', second)).toBe('Lompong');
  expect(await page.signals()).toEqual([['settings', { type: 'spellings_changed' }]]);
  expect(await call('get_spellings', {}, admin)).toContainEqual(added);
  expect(await call('add_spellings', { alike: added.alike.toReversed() }, admin), 'a retry').toEqual(added);

  await call('delete_spellings', { spellings_id: added.id }, admin);
  await call('delete_spellings', { spellings_id: added.id }, admin);
  await expect.poll(() => nameFound('talam', second)).toBeNull();
  const log = await call('get_audit_log', { target_id: added.id }, admin);
  expect(log).toMatchObject([
    { action: 'delete_spellings', actor_id: admin.id, details: { alike: added.alike } },
    { action: 'add_spellings', actor_id: admin.id, details: { alike: added.alike } },
  ]);
});

test.each([
  [['rendang'], 'Tulis paling sedikit dua ejaan.'],
  [['Rendang', ' rendang'], 'Tulis paling sedikit dua ejaan.'],
  [['rendang', 'randang daging sapi'], 'Ejaan paling banyak dua kata.'],
  [['rendang', ''], 'Ejaan wajib diisi.'],
  [['rendang', 'x'.repeat(41)], 'Ejaan paling banyak 40 huruf, sekarang 41.'],
  [Array.from({ length: 21 }, (_, index) => `ejaan ${index}`), 'Ejaan paling banyak 20.'],
])('%j is refused', async (alike, message) => {
  const { status, body } = await rawCall('add_spellings', { alike }, admin);
  expect(status).toBe(422);
  expect(Object.values((body as { details: object }).details)).toEqual([message]);
});

test('what a row has already is refused, and a longer row is not', async () => {
  expect(await rawCall('add_spellings', { alike: ['lado', 'cabai'] }, admin)).toMatchObject({
    status: 409,
    body: { code: 'spellings_exist', details: { alike: 'Sudah ada: cabai, cabe, lado.' } },
  });
  expect((await call('add_spellings', { alike: ['lado', 'cabai', 'cili'] }, admin)).alike).toHaveLength(3);
});

test('two admins who add the same at once add one row, and there is a bound', async () => {
  const alike = ['sarikayo', 'srikaya'];
  const added = await Promise.all([admin, await buildAdmin(server)].map((as) => call('add_spellings', { alike }, as)));
  expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  await sql`
    insert into spellings (alike) select array['a' || n, 'b' || n] from generate_series(1, ${limits.spellings}) n`.execute(
    db,
  );
  expect(await rawCall('add_spellings', { alike: ['satu', 'lagi'] }, admin)).toMatchObject({
    status: 409,
    body: { code: 'too_many_spellings' },
  });
});
