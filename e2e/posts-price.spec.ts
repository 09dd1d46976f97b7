import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, pauseCall, restoreCall } from './support/calls.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /(400|403|404|409).*(update_post|get_my_post)/ });

async function dishOf(lapau: Lapau, given: Parameters<typeof buildPost>[1] = {}) {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai'), images, ...given });
  return { seller, post };
}
const stored = (lapau: Lapau, id: string) =>
  lapau.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Ubah harga' });
/** Opens the dialog; from then on it knows which price another phone changes. */
const openPrice = async (page: Page, dish: string) => {
  await page.getByRole('button', { name: `Ubah harga ${dish}` }).tap();
  await expect(dialogOf(page).getByLabel('Harga')).toBeVisible();
};
const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Simpan' }).tap();
const choice = (page: Page) => page.getByRole('dialog', { name: 'Data sudah berubah' });

test('a price is changed with two taps and the keyboard of numbers, and a neighbour sees it live', async ({
  lapau,
  open,
}) => {
  const { seller, post } = await dishOf(lapau);
  const buyer = await open(`/post/${post.id}`, await buildMember(lapau));
  const page = await open('/my-warung', seller);
  await openPrice(page, post.food_name);
  const input = dialogOf(page).getByLabel('Harga');
  await expect(input).toBeFocused();
  await expect(input).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(page);
  // The old price is selected: typing replaces it.
  await page.keyboard.type('27500');
  await expect(dialogOf(page).getByText('Tampil sebagai Rp 27.500')).toBeVisible();
  await save(page);
  await expectToast(page, 'Menu berhasil diperbarui.');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: `Ubah harga ${post.food_name}` })).toContainText('Rp 27.500');
  await expect(buyer.getByText('Rp 27.500').first()).toBeVisible();
  expect(await stored(lapau, post.id)).toMatchObject({
    price: '27500',
    food_name: post.food_name,
    images: post.images,
    description: post.description,
    version: post.version + 1,
  });
});

test('a price in words keeps the keyboard of letters, and it all fits beside long names on the smallest phone', async ({
  lapau,
  open,
}) => {
  const price = 'mulai Rp 5.000 sampai Rp 150.000 menurut ukuran';
  const food_name = `${unique('Katupek')} Gulai Paku jo Pangek Danguang-Danguang Itiak Talua Balado Campua Sambalado`;
  const { seller } = await dishOf(lapau, { price, food_name });
  const page = await open('/my-warung', seller);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('button', { name: `Ubah harga ${food_name}` })).toBeVisible();
  await expect.poll(() => layoutFaults(page)).toEqual([]);
  await openPrice(page, food_name);
  await page.setViewportSize({ width: 320, height: 440 });
  await expect(dialogOf(page).getByLabel('Harga')).toHaveAttribute('inputmode', 'text');
  await expect(dialogOf(page).getByRole('button', { name: 'Simpan' })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => layoutFaults(page)).toEqual([]);
});

test('what fails is said under the field, and what was typed stays', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau);
  const page = await open('/my-warung', seller);
  await openPrice(page, post.food_name);
  const input = dialogOf(page).getByLabel('Harga');
  await input.fill('');
  await save(page);
  await expect(dialogOf(page).getByText('Harga harus diisi.')).toBeVisible();
  await input.fill('26000');
  await failCall(page, 'update_post');
  await save(page);
  await expect(dialogOf(page).getByText('Gagal memperbarui menu.')).toBeVisible();
  await expect(input).toHaveValue('26000');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(toastsOf(page)).toHaveCount(0);
  await restoreCall(page, 'update_post');
  await save(page);
  await expectToast(page, 'Menu berhasil diperbarui.');

  // Once the dialog is closed, a toast says it.
  await openPrice(page, post.food_name);
  await failCall(page, 'update_post');
  const send = await pauseCall(page, 'update_post');
  await save(page);
  await dialogOf(page).getByRole('button', { name: 'Tutup' }).tap();
  await expect(dialogOf(page)).toBeHidden();
  send();
  await expectToast(page, 'Gagal memperbarui menu.');
});

test('two phones that change a price at once: the second sees both and chooses (D70)', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau);
  const other = async (change: { price?: string; description?: string }) => {
    const { food_name, price, description, images, version } = await lapau.call(
      'get_my_post',
      { post_id: post.id },
      seller,
    );
    const fields = { food_name, price, description, images, version };
    await lapau.call('update_post', { post_id: post.id, ...fields, ...change }, seller);
  };
  const page = await open('/my-warung', seller);
  await openPrice(page, post.food_name);
  await other({ price: '21.000' });
  await dialogOf(page).getByLabel('Harga').fill('22.000');
  await save(page);
  await expect(choice(page)).toContainText('21.000');
  await expect(choice(page)).toContainText('22.000');
  await expectAccessible(page);
  await choice(page).getByRole('button', { name: 'Pakai yang saya tulis' }).tap();
  await expectToast(page, 'Menu berhasil diperbarui.');
  expect((await stored(lapau, post.id)).price).toBe('22.000');

  const card = page.getByRole('button', { name: `Ubah harga ${post.food_name}` });
  await expect(card).toContainText('Rp 22.000');
  await openPrice(page, post.food_name);
  await other({ price: '23.000' });
  await dialogOf(page).getByLabel('Harga').fill('24.000');
  await save(page);
  await choice(page).getByRole('button', { name: 'Pakai yang satunya' }).tap();
  await expect(dialogOf(page)).toBeHidden();
  await expect(card).toContainText('Rp 23.000');

  // Once the dialog is closed nobody can be asked: a toast says that nothing was saved.
  await openPrice(page, post.food_name);
  await dialogOf(page).getByLabel('Harga').fill('26.000');
  await other({ price: '25.000' });
  const send = await pauseCall(page, 'update_post');
  await save(page);
  await dialogOf(page).getByRole('button', { name: 'Tutup' }).tap();
  await expect(dialogOf(page)).toBeHidden();
  send();
  await expectToast(page, 'Data ini sudah diubah oleh orang atau HP lain.');
  expect((await stored(lapau, post.id)).price).toBe('25.000');

  // What another phone changes besides the price is no conflict, and is kept.
  await openPrice(page, post.food_name);
  await other({ description: 'Padeh bana.' });
  await dialogOf(page).getByLabel('Harga').fill('25.000');
  await save(page);
  await expect(card).toContainText('Rp 25.000');
  expect(await stored(lapau, post.id)).toMatchObject({ price: '25.000', description: 'Padeh bana.' });
});

test('a price that is typed stays, and can be copied, when another phone deletes the dish', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau);
  const page = await open('/my-warung', seller);
  await openPrice(page, post.food_name);
  await dialogOf(page).getByLabel('Harga').fill('mulai 5.000');
  await lapau.call('delete_post', { post_id: post.id }, seller);
  await expect(
    dialogOf(page).getByText('Menu ini sudah tidak ada, jadi harganya tidak bisa diubah lagi.'),
  ).toBeVisible();
  await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
  await expect(dialogOf(page).getByLabel('Harga')).toHaveValue('mulai 5.000');
  await expect(dialogOf(page).getByRole('button', { name: 'Simpan' })).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialogOf(page).getByRole('button', { name: 'Salin' }).tap();
  await expectToast(page, 'Tulisan disalin.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mulai 5.000');
});
