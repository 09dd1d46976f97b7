import type { DishBeside } from '@lapau/contract/previews';
import { beforeEach, expect, test } from 'vitest';
import { buildAdmin, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ isBuilt: true, isBusy: () => false });
const admin = await buildAdmin(server);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

beforeEach(() => setPreviews(''));

const setPreviews = (value: string) =>
  server.call('update_app_setting', { key_to_update: 'link_previews', value_to_update: value }, admin);

let villages = 0;
/** A nagari of its own, and what cooks in it. */
function buildVillage() {
  villages += 1;
  const nagari = `Koto ${'ABCDEFGHIJ'[villages]}`;
  const cook = (name: string) =>
    buildSeller(server, { profile: { nagari, full_name: `Orang ${name}` }, warung: { name: `Lapau ${name}` } });
  const cookDish = (
    seller: BuiltSeller,
    food_name: string,
    hours: number,
    given: Parameters<typeof buildPost>[1] = {},
  ) => buildPost(server, { user_id: seller.id, food_name, created_at: hoursAgo(hours), ...given });
  return { nagari, cook, cookDish };
}

async function besideOf(path: string): Promise<DishBeside[]> {
  return (await server.call('get_link_preview', { path }))?.more ?? [];
}
const namesBeside = async (path: string) => (await besideOf(path)).map(({ name }) => name);

test('a dish is shown with the three newest other dishes of the last day that can be had in its nagari', async () => {
  const { cook, cookDish } = buildVillage();
  const [one, other] = [await cook('Mak Itam'), await cook('Uni Eli')];
  const shared = await cookDish(one, 'Randang', 30);
  const path = `/post/${shared.id}`;
  expect(await besideOf(path)).toEqual([]);

  await cookDish(one, 'Kemarin dulu', 25);
  await cookDish(one, 'Gulai Paku', 5, { price: '12000' });
  await cookDish(other, 'Habis', 1, { is_open: false });
  await cookDish(other, 'Ada lagi', 4, { is_open: false, reopens_at: hoursAgo(1) });
  await cookDish(other, 'Belum ada lagi', 1, { is_open: false, reopens_at: hoursAgo(-1) });
  await buildPost(server, { food_name: 'Nagari lain' });
  await buildPost(server, { user_id: admin.id, is_admin_post: true, food_name: 'Dari admin' });
  expect(await namesBeside(path)).toEqual(['Ada lagi', 'Gulai Paku']);

  const newest = await cookDish(other, 'Sala Lauak', 1);
  await cookDish(one, 'Pangek', 2);
  expect(await namesBeside(path)).toEqual(['Sala Lauak', 'Pangek', 'Ada lagi']);
  expect((await besideOf(path))[0]).toEqual({
    path: `/post/${newest.id}`,
    name: 'Sala Lauak',
    seller: 'Lapau Uni Eli',
    price: newest.price,
    photo: { url: `/storage/posts/${newest.images[0]}`, placeholder: '' },
  });
  // What shows large is not shown again.
  expect(await namesBeside(`/post/${newest.id}`)).toEqual(['Pangek', 'Ada lagi', 'Gulai Paku']);
});

test('a stall is shown with its own dishes first, and without the one that shows large', async () => {
  const { cook, cookDish } = buildVillage();
  const [one, other] = [await cook('Mak Itam'), await cook('Uni Eli')];
  await cookDish(one, 'Lama', 6);
  await cookDish(one, 'Besar', 5);
  for (const [hours, name] of ['Satu', 'Dua', 'Tiga'].entries()) await cookDish(other, name, hours + 1);
  expect(await namesBeside(`/warungs/${one.id}`)).toEqual(['Lama', 'Satu', 'Dua']);
  expect(await namesBeside(`/warungs/${other.id}`)).toEqual(['Dua', 'Tiga', 'Besar']);
});

test('hidden, suspended and deleted dishes do not show, and nothing while previews are off', async () => {
  const { cook, cookDish } = buildVillage();
  const [one, other, third] = [await cook('Mak Itam'), await cook('Uni Eli'), await cook('Kadai Ujuang')];
  const path = `/post/${(await cookDish(one, 'Randang', 1)).id}`;
  await cookDish(other, 'Sala', 1);
  const removed = await cookDish(third, 'Pangek', 2);
  const deleted = await cookDish(third, 'Lamang', 3);
  expect(await namesBeside(path)).toEqual(['Sala', 'Pangek', 'Lamang']);
  await server.call('toggle_user_suspension', { user_id_to_toggle: other.id, suspended: true }, admin);
  await server.db.updateTable('posts').set({ is_removed: true }).where('id', '=', removed.id).execute();
  await server.call('delete_post', { post_id: deleted.id }, third);
  expect(await besideOf(path)).toEqual([]);
  await cookDish(third, 'Sambareh', 1);
  expect(await namesBeside(path)).toEqual(['Sambareh']);
  await setPreviews('off');
  expect(await server.call('get_link_preview', { path })).toBeNull();
  expect(await (await server.request(path)).text()).not.toMatch(/Sambareh|Randang/);
});

test('the page has the dishes as links, no name of a person, no number, and no count', async () => {
  const { cook, cookDish } = buildVillage();
  const [one, other] = [await cook('Mak Itam'), await cook('Uni Eli')];
  const number = '0812-3456-7890';
  await server.db.updateTable('warungs').set({ phone_number: number }).where('id', '=', other.id).execute();
  const shared = await cookDish(one, 'Randang', 1);
  const beside = await cookDish(other, `Sala WA ${number}`, 1, { price: `hub ${number}`, description: `WA ${number}` });
  const html = await (await server.request(`/post/${shared.id}`)).text();
  expect(html).toContain(`href="/post/${beside.id}"`);
  expect(html).toContain('Sala WA');
  expect(html).toContain('Lapau Uni Eli');
  expect(html).not.toMatch(/Orang |likes|comments|sellerFullName|avatars/);
  expect(html.replace(/\D/g, '')).not.toContain('81234567890');
});
