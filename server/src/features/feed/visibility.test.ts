import { describe, expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server);

/** Looks at every place where a member may see a post or its stall. @returns the names of the places that show it */
async function whereShown(post: { id: string; user_id: string; food_name: string }, nagari: string): Promise<string[]> {
  const has = (posts: { id: string }[]) => posts.some(({ id }) => id === post.id);
  const shown: Record<string, boolean> = {
    feed: has(await call('get_feed', { limit: 50 }, reader)),
    foods: has(await call('get_feed', { include_admin_posts: false, only_open: true, limit: 50 }, reader)),
    nagari: has(await call('get_feed', { nagari_filter: nagari, limit: 50 }, reader)),
    search: has(await call('get_feed', { search_term: post.food_name, limit: 50 }, reader)),
    saved: has(await call('get_saved_posts', { limit: 50 }, reader)),
    details: (await server.rawCall('get_post_details', { p_post_id: post.id }, reader)).status === 200,
    comments: (await server.rawCall('get_comments_for_post', { p_post_id: post.id }, reader)).status === 200,
    warungs: (await call('list_warungs', { limit: 50 }, reader)).some(({ id }) => id === post.user_id),
    warung: (await server.rawCall('get_warung', { warung_id: post.user_id }, reader)).status === 200,
    menu: (await server.rawCall('get_warung_menu', { warung_id: post.user_id }, reader)).status === 200,
    options: (await call('get_unique_nagari_options', {}, reader)).some((option) => option.nagari === nagari),
  };
  return Object.keys(shown).filter((place) => shown[place]);
}

const everywhere = [
  'feed',
  'foods',
  'nagari',
  'search',
  'saved',
  'details',
  'comments',
  'warungs',
  'warung',
  'menu',
  'options',
];

const hidings: [how: string, hide: (seller: BuiltSeller, hidden: boolean) => Promise<unknown>][] = [
  [
    'a suspended person',
    ({ id }, suspended) => call('toggle_user_suspension', { user_id_to_toggle: id, suspended }, admin),
  ],
  ['a suspended stall', ({ id }, suspended) => call('toggle_warung_suspension', { warung_id: id, suspended }, admin)],
  [
    'a seller made pembeli (D9)',
    ({ id }, demoted) =>
      server.platform.transaction(async (tx) => {
        await tx.db
          .updateTable('profiles')
          .set({ role: demoted ? 'pembeli' : 'penjual' })
          .where('id', '=', id)
          .execute();
        tx.signal('feed', { type: 'feed_changed' });
      }),
  ],
];

test.each(hidings)('%s disappears from every list and comes back (D11)', async (how, hide) => {
  const nagari = `Nagari of ${how}`.slice(0, 40);
  const seller = await buildSeller(server, { profile: { nagari } });
  const post = await buildPost(server, { user_id: seller.id, food_name: `Randang ${how}` });
  await call('toggle_save_post', { post_id_to_toggle: post.id, saved: true }, reader);
  expect(await whereShown(post, nagari)).toEqual(everywhere);
  await hide(seller, true);
  expect(await whereShown(post, nagari)).toEqual([]);
  await hide(seller, false);
  expect(await whereShown(post, nagari)).toEqual(everywhere);
});

test('a post made while its stall is suspended is hidden until the suspension is lifted', async () => {
  const seller = await buildSeller(server, { warung: { is_suspended: true } });
  const post = await buildPost(server, { user_id: seller.id });
  expect((await server.rawCall('get_post_details', { p_post_id: post.id }, reader)).status).toBe(404);
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: false }, admin);
  expect((await call('get_post_details', { p_post_id: post.id }, reader)).id).toBe(post.id);
});

test('an admin sees on member screens what members see (D11)', async () => {
  const seller = await buildSeller(server);
  const post = await buildPost(server, { user_id: seller.id });
  await call('toggle_user_suspension', { user_id_to_toggle: seller.id, suspended: true }, admin);
  expect((await call('get_feed', {}, admin)).map(({ id }) => id)).not.toContain(post.id);
  expect((await server.rawCall('get_post_details', { p_post_id: post.id }, admin)).status).toBe(404);
});

test('an admin post has a source, no stall, and shows for all nagari only (D12)', async () => {
  const author = await buildAdmin(server, { nagari: 'Galugua' });
  const post = await buildPost(server, {
    user_id: author.id,
    is_admin_post: true,
    seller_name: 'Wali Nagari',
    link_url: 'https://lapau.example/kabar',
  });
  const shown = (posts: { id: string }[]) => posts.find(({ id }) => id === post.id);
  expect(shown(await call('get_feed', {}, reader))).toMatchObject({
    isAdminPost: true,
    warungName: 'Wali Nagari',
    warungIsOpen: null,
    nagari: '',
    linkUrl: 'https://lapau.example/kabar',
  });
  expect(shown(await call('get_feed', { search_term: 'wali nagari' }, reader))).toBeDefined();
  expect(shown(await call('get_feed', { nagari_filter: 'Galugua' }, reader))).toBeUndefined();
  expect(shown(await call('get_feed', { include_admin_posts: false }, reader))).toBeUndefined();
});

test('the author’s present role decides nothing about an admin post (D12)', async () => {
  const author = await buildAdmin(server);
  const post = await buildPost(server, { user_id: author.id, is_admin_post: true, seller_name: 'Lapau' });
  await server.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', author.id).execute();
  expect(await call('get_post_details', { p_post_id: post.id }, reader)).toMatchObject({
    isAdminPost: true,
    authorIsAdmin: true,
  });
});

test('a penjual made admin keeps the stall and its posts (D12)', async () => {
  const seller = await buildSeller(server, { profile: { role: 'admin' } });
  const post = await buildPost(server, { user_id: seller.id });
  expect(await call('get_post_details', { p_post_id: post.id }, reader)).toMatchObject({
    isAdminPost: false,
    authorIsAdmin: true,
    warungName: seller.warung.name,
  });
});

test('a closed stall’s open posts stay on /foods, sold-out dishes do not (D15, D52)', async () => {
  const seller = await buildSeller(server, { warung: { is_open: false } });
  const open = await buildPost(server, { user_id: seller.id });
  const soldOut = await buildPost(server, { user_id: seller.id, is_open: false });
  const foods = await call('get_feed', { include_admin_posts: false, only_open: true }, reader);
  expect(foods.find(({ id }) => id === open.id)).toMatchObject({ warungIsOpen: false, isOpen: true });
  expect(foods.map(({ id }) => id)).not.toContain(soldOut.id);
  expect((await call('get_feed', {}, reader)).map(({ id }) => id)).toContain(soldOut.id);
});

test('name, photo and numbers are read live from the stall (D21)', async () => {
  const seller = await buildSeller(server, {
    profile: { avatar_url: 'x/profile_avatar.webp?t=1' },
    warung: { phone_number: '0810-0000-0012', whatsapp_number: '0810-0000-0015' },
  });
  const post = await buildPost(server, {
    user_id: seller.id,
    seller_name: 'Old name',
    phone_number: '0810-0000-0013',
    whatsapp_number: '0810-0000-0014',
  });
  expect(await call('get_post_details', { p_post_id: post.id }, reader)).toMatchObject({
    phoneNumber: '0810-0000-0012',
    whatsappNumber: '0810-0000-0015',
    warungName: seller.warung.name,
    sellerFullName: seller.full_name,
    sellerAvatarUrl: '/storage/avatars/x/profile_avatar.webp?t=1',
    images: [expect.stringMatching(/^\/storage\/posts\//)],
  });
});

describe('a number that the cook has taken away is gone from every post (D21)', () => {
  test.each([
    ['phone_number', 'phoneNumber'],
    ['whatsapp_number', 'whatsappNumber'],
  ] as const)('%s', async (column, key) => {
    const numbers = { phone_number: '0810-0000-0012', whatsapp_number: '0810-0000-0012' };
    const seller = await buildSeller(server, { warung: numbers });
    const { id } = await buildPost(server, { user_id: seller.id, food_name: 'Gulai Tanpa Nomor', ...numbers });
    await call('toggle_save_post', { post_id_to_toggle: id, saved: true }, reader);
    const shown = async () => {
      const lists = await Promise.all([
        call('get_feed', {}, reader),
        call('get_feed', { include_admin_posts: false, only_open: true }, reader),
        call('get_feed', { search_term: 'Gulai Tanpa Nomor' }, reader),
        call('get_saved_posts', {}, reader),
        call('get_warung_menu', { warung_id: seller.id }, reader),
      ]);
      const details = await call('get_post_details', { p_post_id: id }, reader);
      return [...lists.map((list) => list.find((post) => post.id === id)), details].map((post) => post?.[key]);
    };
    expect(await shown()).toEqual(Array(6).fill('0810-0000-0012'));
    const { version } = (await call('get_my_warung', {}, seller))!;
    const form = { name: seller.warung.name, closes_nightly: false, ...numbers, [column]: '', version };
    await call('update_my_warung', form, seller);
    expect(await shown()).toEqual(Array(6).fill(''));
  });

  test('where no stall stands behind the post its own numbers serve', async () => {
    const { id: user_id } = await buildAdmin(server);
    const post = await buildPost(server, { user_id, is_admin_post: true, phone_number: '0810-0000-0013' });
    expect(await call('get_post_details', { p_post_id: post.id }, reader)).toMatchObject({
      phoneNumber: '0810-0000-0013',
    });
  });
});

test('the owner of a suspended stall no longer shows as a commenter or a liker either (D11)', async () => {
  const keeper = await buildSeller(server);
  const post = await buildPost(server);
  await buildComment(server, { post_id: post.id, user_id: keeper.id });
  await call('toggle_like', { post_id_to_toggle: post.id, liked: true }, keeper);
  const shown = async () => {
    const { likes, comments } = await call('get_post_details', { p_post_id: post.id }, reader);
    return { likes, comments, thread: (await call('get_comments_for_post', { p_post_id: post.id }, reader)).length };
  };
  expect(await shown()).toEqual({ likes: 1, comments: 1, thread: 1 });
  await call('toggle_warung_suspension', { warung_id: keeper.id, suspended: true }, admin);
  expect(await shown()).toEqual({ likes: 0, comments: 0, thread: 0 });
  await call('toggle_warung_suspension', { warung_id: keeper.id, suspended: false }, admin);
  expect(await shown()).toEqual({ likes: 1, comments: 1, thread: 1 });
});
