import type { Page, WebSocketRoute } from '@playwright/test';
import { buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /(400|403|404|409|422|500|ERR_FAILED).*(get_my_post|update_post)/ });

async function dishOf(lapau: Lapau, photos = 2) {
  const seller = await buildSeller(lapau);
  const images: string[] = [];
  for (let count = 0; count < photos; count += 1) images.push(await storePhoto(lapau, seller));
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai'), images });
  return { seller, post, path: `/my-warung/edit-post/${post.id}` };
}
const stored = (lapau: Lapau, id: string) =>
  lapau.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const save = (page: Page) => page.getByRole('button', { name: 'Simpan' }).click();
const saved = (page: Page) => expect(page.getByText('Postingan berhasil diperbarui!')).toBeVisible();
/** How many photos the draft on the device has. */
const storedPhotos = async (page: Page) => {
  const drafts = JSON.parse(await storedDrafts(page)) as { photos?: unknown[] }[];
  return drafts.find(({ photos }) => photos)?.photos?.length;
};
/** Opens the form from the menu of the own stall. */
const openForm = async (page: Page, post: { food_name: string }) => {
  await page.getByRole('button', { name: `Menu ${post.food_name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
};

test('a cook changes every field of a dish, its photos and their order', async ({ lapau, open }) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open('/my-warung', seller);
  await openForm(page, post);
  await expect(page).toHaveURL(path);
  await expect(page.getByLabel('Nama')).toHaveValue(post.food_name);
  await expectAccessible(page);

  await choosePhotos(page, await smallPhoto());
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Majukan foto 3' }).click();
  await page.getByRole('button', { name: 'Hapus foto 1' }).click();
  const name = unique('Asam Padeh');
  await page.getByLabel('Nama').fill(name);
  await page.getByLabel('Harga').fill('30000');
  await page.getByLabel('Deskripsi').fill('Padeh bana');
  await save(page);
  await saved(page);
  await expect(page).toHaveURL('/my-warung');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Rp 30.000');
  const row = await stored(lapau, post.id);
  expect(row).toMatchObject({ food_name: name, price: '30000', description: 'Padeh bana', version: 2 });
  expect(row.images).toEqual([expect.any(String), post.images[1]]);
  expect(row.images).not.toContain(post.images[0]);
});

test('what is typed survives a reload, and can be given up', async ({ lapau, open }) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open(path, seller);
  await page.getByLabel('Harga').fill('31.000');
  await page.getByRole('button', { name: 'Hapus foto 2' }).click();
  await expect.poll(() => storedPhotos(page)).toBe(1);
  await page.goto('/my-warung');
  await page.goto(path);
  await expect(page.getByLabel('Harga')).toHaveValue('31.000');
  await expect(page.getByText('1/5')).toBeVisible();
  await page.getByRole('button', { name: 'Batalkan perubahan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByLabel('Harga')).toHaveValue(post.price);
  await expect(page.getByText('2/5')).toBeVisible();
});

test('a dish is marked as sold out in its form, and available again', async ({ lapau, open }) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open(path, seller);
  const available = page.getByRole('switch');
  await expect(available).toBeChecked();
  await available.click();
  await expect(available).toHaveText('Habis');
  await expect.poll(() => storedDrafts(page)).toContain('"isOpen":false');
  await page.reload();
  await expect(available).not.toBeChecked();
  await save(page);
  await saved(page);
  expect(await stored(lapau, post.id)).toMatchObject({ is_open: false, reopens_at: null });

  // A field that the form has not changed stays as the menu's switch has set it meanwhile.
  await openForm(page, post);
  await expect(available).not.toBeChecked();
  await lapau.call('set_posts_open', { post_ids: [post.id], is_open: true }, seller);
  await page.getByLabel('Deskripsi').fill('Padeh bana');
  await save(page);
  // The toast of the first time may still be up.
  await expect(page).toHaveURL('/my-warung');
  expect(await stored(lapau, post.id)).toMatchObject({ is_open: true, description: 'Padeh bana' });
});

test('name and price are required', async ({ lapau, open }) => {
  const { seller, path } = await dishOf(lapau);
  const page = await open(path, seller);
  await page.getByLabel('Harga').fill('');
  await save(page);
  await expect(page.getByText('Nama makanan dan harga harus diisi.')).toBeVisible();
  await expect(page.getByLabel('Harga')).toBeFocused();
});

test('two phones that edit at once lose nothing: the second one sees both versions and chooses', async ({
  lapau,
  open,
}) => {
  const { seller, post, path } = await dishOf(lapau);
  const [first, second] = [await open(path, seller), await open(path, seller)];
  await first.getByLabel('Harga').fill('27.000');
  await second.getByLabel('Harga').fill('28.000');
  await save(first);
  await saved(first);
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'Data sudah berubah' });
  await expect(dialog).toContainText('28.000');
  await expect(dialog).toContainText('27.000');
  await expect(dialog).not.toContainText('Deskripsi');
  await expectAccessible(second);
  await dialog.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
  await saved(second);
  expect((await stored(lapau, post.id)).price).toBe('28.000');

  // Nobody is asked about the price, which only the other phone has changed, nor about the name.
  const third = await open(path, seller);
  const name = unique('Asam Padeh');
  await third.getByLabel('Nama').fill(name);
  await third.getByRole('button', { name: 'Hapus foto 2' }).click();
  const [cover = '', other = ''] = post.images;
  const images = [other, cover];
  await lapau.db.updateTable('posts').set({ price: '29.000', images, version: 9 }).where('id', '=', post.id).execute();
  await save(third);
  const photos = third.getByRole('dialog', { name: 'Data sudah berubah' });
  await expect(photos.getByRole('img')).toHaveCount(3);
  for (const photo of await photos.getByRole('img').all()) await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
  await expect(photos).not.toContainText('29.000');
  await photos.getByRole('button', { name: 'Pakai yang satunya' }).click();
  await saved(third);
  expect(await stored(lapau, post.id)).toMatchObject({ food_name: name, price: '29.000', images });
});

test('a form knows which version it began with, also when the connection was lost meanwhile (D70)', async ({
  lapau,
  open,
}) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open('about:blank', seller);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/realtime', (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(path);
  await expect(page.getByLabel('Harga')).toHaveValue(post.price);
  await expect.poll(() => sockets.length).toBe(1);
  await lapau.db.updateTable('posts').set({ price: '29.000', version: 9 }).where('id', '=', post.id).execute();
  const fetchedAgain = page.waitForResponse('**/rpc/get_my_post');
  await sockets[0]?.close();
  await fetchedAgain;
  await page.getByLabel('Harga').fill('31.000');
  await save(page);
  await expect(page.getByRole('dialog', { name: 'Data sudah berubah' })).toContainText('29.000');
});

test('who changes only the name keeps the price that another phone has changed meanwhile', async ({ lapau, open }) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open(path, seller);
  const name = unique('Asam Padeh');
  await page.getByLabel('Nama').fill(name);
  await lapau.db.updateTable('posts').set({ price: '29.000', version: 9 }).where('id', '=', post.id).execute();
  await save(page);
  await saved(page);
  expect(await stored(lapau, post.id)).toMatchObject({ food_name: name, price: '29.000' });
});

test('somebody else’s post, and one that is not there, lead back to the stall', async ({ lapau, open }) => {
  const { seller } = await dishOf(lapau);
  const { path } = await dishOf(lapau);
  const page = await open(path, seller);
  await expect(page).toHaveURL('/my-warung');
  await expect(page.getByText('Anda tidak memiliki izin untuk mengedit postingan ini.')).toBeVisible();
  await page.goto(`/my-warung/edit-post/${crypto.randomUUID()}`);
  await expect(page).toHaveURL('/my-warung');
  await expect(page.getByText('Post tidak ditemukan atau terjadi kesalahan.')).toBeVisible();
});

test('what cannot be loaded or saved says so, and keeps what was typed', async ({ lapau, open }) => {
  const { seller, path } = await dishOf(lapau);
  const page = await open(path, seller);
  await page.getByLabel('Harga').fill('32.000');
  await failCall(page, 'update_post', { times: 1 });
  await save(page);
  await expect(page.getByText('Gagal memperbarui postingan.')).toBeVisible();
  await failCall(page, 'get_my_post', { times: 1 });
  await page.reload();
  await expect(page.getByText('Gagal memuat data postingan.')).toBeVisible();
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByLabel('Harga')).toHaveValue('32.000');
  await save(page);
  await saved(page);
});

test('what is typed about a post that is deleted meanwhile is there to be copied, also after a reload', async ({
  lapau,
  open,
}) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open(path, seller);
  await page.getByLabel('Deskripsi').fill('Resep nenek saya');
  await lapau.call('delete_post', { post_id: post.id }, seller);
  const typed = page.getByRole('figure').filter({ hasText: 'Yang Anda tulis' });
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Postingan ini sudah tidak ada' })).toBeVisible();
    await expect(typed).toContainText('Resep nenek saya');
    await expect(typed).toContainText(post.food_name);
    await expect(page.getByRole('button', { name: 'Simpan' })).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Kembali', exact: true }).last().click();
  await expect(page).toHaveURL('/my-warung');
});

test('saving says that the post is gone where no signal has told it', async ({ lapau, open }) => {
  const { seller, post, path } = await dishOf(lapau);
  const page = await open(path, seller);
  await page.getByLabel('Deskripsi').fill('Resep nenek saya');
  await lapau.db.deleteFrom('posts').where('id', '=', post.id).execute();
  await save(page);
  await expect(page.getByRole('figure')).toContainText('Resep nenek saya');
});
