import { settingDefaults } from '@lapau/contract/setting-defaults';
import { expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const seller = await buildSeller(server, {
  profile: { nagari: 'Koto Bangun' },
  warung: { name: 'Ampera Simpang Koto', phone_number: '0810-0000-0021', whatsapp_number: '0810-0000-0022' },
});
const admin = await buildAdmin(server);
const photoOf = async (owner: { id: string }) =>
  (await buildFile(server, { uploaded_by: owner.id, placeholder: 'thumb' })).path;
const photo = await photoOf(seller);
const dish = (more = {}) => ({
  id: crypto.randomUUID(),
  food_name: 'Gulai Tunjang',
  price: '25.000',
  images: [photo],
  ...more,
});
const notice = (more = {}) => ({
  id: crypto.randomUUID(),
  food_name: 'Alek Nagari',
  images: [photo],
  ...more,
});
const posts = async () =>
  Number((await db.selectFrom('posts').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);

test('a seller posts a dish; what the stall knows is written by the server (D8, D13, D21)', async () => {
  const second = await photoOf(seller);
  const { id } = await call(
    'create_post',
    dish({ description: ' Santan\r\nkental ', images: [second, photo] }),
    seller,
  );
  const row = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    user_id: seller.id,
    food_name: 'Gulai Tunjang',
    price: '25.000',
    description: 'Santan\nkental',
    images: [second, photo],
    placeholders: ['thumb', 'thumb'],
    is_open: true,
    is_admin_post: false,
    seller_name: 'Ampera Simpang Koto',
    location: 'Koto Bangun',
    phone_number: '0810-0000-0021',
    whatsapp_number: '0810-0000-0022',
    link_url: null,
  });
  expect(await call('get_post_details', { p_post_id: id }, seller)).toMatchObject({
    images: [`/storage/posts/${second}`, `/storage/posts/${photo}`],
    likes: 0,
    comments: 0,
  });
});

test('other members’ open feeds receive a signal', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed', `warung:${seller.id}`);
  const { id } = await call('create_post', dish(), seller);
  expect(await page.signals()).toEqual([
    ['feed', { type: 'feed_changed', post_id: id }],
    [`warung:${seller.id}`, { type: 'warung_changed', warung_id: seller.id }],
  ]);
});

test('a retry with the same id and content is the same post, also ten at once (D59)', async () => {
  const before = await posts();
  const input = dish();
  const first = await call('create_post', input, seller);
  expect(first).toEqual({ id: input.id });
  expect(await call('create_post', input, seller)).toEqual(first);
  const parallel = dish();
  const answers = await inParallel(10, () => call('create_post', parallel, seller));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([parallel.id]));
  const general = notice({ images: [await photoOf(admin)], seller_name: 'Wali Nagari' });
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await call('create_admin_post', general, admin)).toEqual({ id: general.id });
  }
  expect(await posts()).toBe(before + 3);
  const audit = db.selectFrom('audit_log').select('id').where('target_id', '=', general.id);
  expect(await audit.execute()).toHaveLength(1);
});

test('the same id with other content or of somebody else is a conflict, and changes nothing (D59)', async () => {
  const input = dish();
  await call('create_post', input, seller);
  const stored = await db.selectFrom('posts').selectAll().where('id', '=', input.id).execute();
  const other = await buildSeller(server);
  const others: [object, typeof seller][] = [
    [{ ...input, food_name: 'Gulai Tambusu' }, seller],
    [{ ...input, price: '26.000' }, seller],
    [{ ...input, description: 'Pedas' }, seller],
    [{ ...input, images: [photo, photo] }, seller],
    [{ ...input, images: [await photoOf(other)] }, other],
    [input, other],
  ];
  for (const [again, who] of others) {
    expect(await rawCall('create_post', again, who)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  }
  expect(await db.selectFrom('posts').selectAll().where('id', '=', input.id).execute()).toEqual(stored);
});

test('a post that was deleted does not come back, also when its retry comes while it is deleted (D59)', async () => {
  const input = dish();
  await call('create_post', input, seller);
  await call('delete_post', { post_id: input.id }, seller);
  expect(await rawCall('create_post', input, seller)).toMatchObject({ status: 410, body: { code: 'already_deleted' } });

  for (let round = 0; round < 5; round += 1) {
    const racing = dish({ images: [await photoOf(seller)] });
    await call('create_post', racing, seller);
    await inParallel(8, (index) =>
      index === 3 ? rawCall('delete_post', { post_id: racing.id }, seller) : rawCall('create_post', racing, seller),
    );
    expect(await rawCall('create_post', racing, seller)).toMatchObject({ status: 410 });
  }
});

test('without an id the server makes one', async () => {
  const input = { ...dish(), id: undefined };
  const [first, second] = [await call('create_post', input, seller), await call('create_post', input, seller)];
  expect(first.id).not.toBe(second.id);
});

const ownColumns = {
  user_id: admin.id,
  seller_name: 'Somebody else',
  link_url: 'https://elsewhere.example',
  location: 'Sialang',
  phone_number: '0810-0000-0001',
  whatsapp_number: '0810-0000-0001',
  is_open: false,
  is_admin_post: true,
  likes_count: 1000,
  comments_count: 1000,
  visible: true,
  created_at: '2030-01-01T00:00:00Z',
  updated_at: '2030-01-01T00:00:00Z',
};
test.each(Object.entries(ownColumns))('a seller may not set %s (D8)', async (column, value) => {
  const before = await posts();
  expect(await rawCall('create_post', dish({ [column]: value }), seller)).toEqual({
    status: 422,
    body: { code: 'invalid_input', message: expect.any(String), details: { [column]: 'Isian ini tidak dikenal.' } },
  });
  expect(await posts()).toBe(before);
});

const six = Array.from({ length: 6 }, () => photo);
const wrong: [what: string, field: string, more: object, text: string][] = [
  ['no photo', 'images', { images: [] }, 'Foto harus diisi.'],
  ['six photos (D18)', 'images', { images: six }, 'Paling banyak 5 foto.'],
  ['a blank name', 'food_name', { food_name: '  \n' }, 'Nama harus diisi.'],
  [
    'a name of 121 characters (D25)',
    'food_name',
    { food_name: 'x'.repeat(121) },
    'Nama paling banyak 120 huruf, sekarang 121.',
  ],
  ['no price', 'price', { price: ' ' }, 'Harga harus diisi untuk postingan penjual.'],
  ['a price of 61 characters (D17)', 'price', { price: '1'.repeat(61) }, 'Harga paling banyak 60 huruf, sekarang 61.'],
  [
    'a description of 2001 characters (D25)',
    'description',
    { description: 'x'.repeat(2001) },
    'Deskripsi paling banyak 2000 huruf, sekarang 2001.',
  ],
  [
    'a photo from elsewhere (D48)',
    'images.0',
    { images: ['https://elsewhere.example/a.webp'] },
    'Bukan nama berkas yang sah.',
  ],
  ['a way out of the folder', 'images.0', { images: [`${seller.id}/../x.webp`] }, 'Bukan nama berkas yang sah.'],
];
test.each(wrong)('%s is refused', async (_what, field, more, text) => {
  const { status, body } = await rawCall('create_post', dish(more), seller);
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid_input', details: { [field]: text } } });
});

test('a price is stored as typed, and so is what looks like markup (D17, D24)', async () => {
  for (const price of ['<script>alert(1)</script>', 'mulai Rp 5.000', '15rb', '10.000-15.000']) {
    const { id } = await call('create_post', dish({ price }), seller);
    expect((await call('get_post_details', { p_post_id: id }, seller)).price).toBe(price);
  }
});

test('only existing photos of one’s own folder can be posted (D48)', async () => {
  const before = await posts();
  const other = await buildSeller(server);
  const avatar = (await buildFile(server, { uploaded_by: seller.id, bucket: 'avatars' })).path;
  const refusals = [
    [await photoOf(other), 'file_not_yours'],
    ['public/logo.png', 'file_not_yours'],
    [`${seller.id}/1-missing.webp`, 'file_not_found'],
    [photo.replace('.webp', '.320.webp'), 'file_not_found'],
    [avatar, 'file_not_found'],
  ] as const;
  for (const [path, code] of refusals) {
    await expect(call('create_post', dish({ images: [photo, path] }), seller), path).rejects.toMatchObject({ code });
  }
  expect(await posts()).toBe(before);
});

test('only somebody with a stall may post a dish', async () => {
  await expect(call('create_post', dish(), await buildMember(server))).rejects.toMatchObject({ code: 'forbidden' });
  const stalless = await buildMember(server, { role: 'penjual' });
  for (const nobody of [admin, stalless]) {
    const input = dish({ images: [await photoOf(nobody)] });
    expect(await rawCall('create_post', input, nobody)).toMatchObject({
      status: 403,
      body: { code: 'post_forbidden', message: 'Anda tidak memiliki izin untuk menambahkan postingan.' },
    });
  }
  const both = await buildSeller(server, { profile: { role: 'admin' } });
  await call('create_post', dish({ images: [await photoOf(both)] }), both);
});

test('an admin posts for everybody: free, with a source and a link (D12)', async () => {
  const images = [await photoOf(admin)];
  const more = { images, link_url: 'https://lapau.example/acara', seller_name: 'Wali Nagari' };
  const { id } = await call('create_admin_post', notice(more), admin);
  expect(await call('get_post_details', { p_post_id: id }, seller)).toMatchObject({
    isAdminPost: true,
    price: 'Gratis',
    warungName: 'Wali Nagari',
    linkUrl: 'https://lapau.example/acara',
    nagari: '',
  });
  const plain = await call('create_admin_post', notice({ images }), admin);
  expect(await call('get_post_details', { p_post_id: plain.id }, seller)).toMatchObject({
    warungName: settingDefaults.site_title,
    linkUrl: null,
  });
});

test('an admin post leads to http and https only, and nowhere from a seller (D23)', async () => {
  const images = [await photoOf(admin)];
  for (const link_url of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example', 'https://a b.example']) {
    expect(await rawCall('create_admin_post', notice({ images, link_url }), admin), link_url).toMatchObject({
      status: 422,
      body: { details: { link_url: expect.stringMatching(/^Tautan (harus diawali http|tidak benar)/) as string } },
    });
  }
  await expect(call('create_admin_post', notice(), seller)).rejects.toMatchObject({ code: 'forbidden' });
});

test('details of a missing, hidden or deleted post are not found (D11)', async () => {
  const hidden = await buildPost(server, {
    user_id: (await buildSeller(server, { profile: { is_suspended: true } })).id,
  });
  for (const p_post_id of [hidden.id, crypto.randomUUID()]) {
    expect(await rawCall('get_post_details', { p_post_id }, seller)).toMatchObject({
      status: 404,
      body: { code: 'post_not_found', message: 'Post tidak ditemukan atau terjadi kesalahan.' },
    });
  }
});
