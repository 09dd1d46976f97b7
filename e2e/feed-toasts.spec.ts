import type { Locator, Page } from '@playwright/test';
import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { withoutBootData } from './support/boot.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// A toast takes no tap and hides no control that its cause needs (D58).

test.use({
  expectedErrors:
    /400.*(add_comment|create_post|create_report|delete_account|get_active_banner|get_feed|get_unique_nagari_options|toggle_like|update_profile)/,
});

/** The size of the screen with the keyboard of a phone open. */
const withKeyboard = { width: 360, height: 440 };

async function onePost(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  return { seller, post: await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] }) };
}

async function boxOf(element: Locator) {
  await element.waitFor();
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Expects that no toast lies over an element. @returns its place */
async function expectPast(page: Page, shown: Locator) {
  let box = await boxOf(shown);
  // A toast that is moving in may cross the element, and what has just failed may still move the element.
  // A toast would be gone by itself after a minute.
  await expect(async () => {
    box = await boxOf(shown);
    for (const toast of await toastsOf(page).all()) {
      const { y: top, height } = await boxOf(toast);
      expect(top + height <= box.y || top >= box.y + box.height, 'a toast hides it').toBe(true);
    }
  }).toPass({ timeout: 30_000 });
  return box;
}

/** Taps the middle of a control, whatever lies over it, after checking that no toast does. */
async function tapPast(page: Page, control: Locator): Promise<void> {
  const { x, y, width, height } = await expectPast(page, control);
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

test('a report that failed is sent again with the keyboard open', async ({ lapau, open }) => {
  const { post } = await onePost(lapau);
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
  await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  const send = dialog.getByRole('button', { name: 'Kirim Laporan' });
  await page.setViewportSize(withKeyboard);
  await dialog.getByLabel('Alasan').fill('Foto orang lain');
  await failCall(page, 'create_report');
  await send.tap();
  await expectToast(page, 'Gagal mengirim laporan.');
  await expectPast(page, dialog.getByRole('heading', { name: 'Laporkan Postingan' }));
  await restoreCall(page, 'create_report');
  await tapPast(page, send);
  await expectToast(page, 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
  // The success clears the failure.
  await expect(toastsOf(page)).toHaveCount(1);
  await expect(dialog).toBeHidden();
});

test('a dish that failed is posted again', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  const post = page.getByRole('button', { name: 'Posting' });
  await post.tap();
  await expectToast(page, 'Foto dan nama postingan harus diisi.');
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill(unique('Gulai'));
  await page.getByLabel('Harga').fill('15000');
  await failCall(page, 'create_post');
  await post.tap();
  await expectToast(page, 'Gagal menambahkan postingan.');
  await restoreCall(page, 'create_post');
  await tapPast(page, post);
  await expectToast(page, 'Postingan baru berhasil ditambahkan!');
});

test('a feed that failed is loaded again, while toasts tell what else failed', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await withoutBootData(page);
  for (const call of ['get_feed', 'get_unique_nagari_options', 'get_active_banner'] as const) {
    await failCall(page, call, { times: 1 });
  }
  await page.goto('/');
  await expect(toastsOf(page)).toHaveCount(2);
  await tapPast(page, page.getByRole('button', { name: 'Coba lagi' }));
  await expect(page.getByText('Gagal memuat feed.')).toBeHidden();
});

test('a comment that failed is sent again from the sheet with the keyboard open', async ({ lapau, open }) => {
  const { seller } = await onePost(lapau);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  await page
    .getByRole('article')
    .getByRole('button', { name: /komentar/i })
    .first()
    .tap();
  await page.setViewportSize(withKeyboard);
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await sheet.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
  await failCall(page, 'add_comment');
  const send = sheet.getByRole('button', { name: 'Kirim' });
  await send.tap();
  await expectToast(page, 'Gagal mengirim komentar.');
  await restoreCall(page, 'add_comment');
  await tapPast(page, send);
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Masih ada?' })).toBeVisible();
  // The success clears the failure.
  await expect(toastsOf(page)).toHaveCount(0);
});

test('what lies under a toast takes the tap', async ({ lapau, open }) => {
  const { seller } = await onePost(lapau);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  await failCall(page, 'toggle_like');
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expectToast(page, 'Gagal menyukai postingan. Coba lagi.');
  // The toast covers the link once it has moved in.
  await expect.poll(async () => (await boxOf(toastsOf(page))).y).toBe(8);
  const { x, y, width, height } = await boxOf(page.getByRole('link', { name: /^Notifikasi/ }));
  const toast = await boxOf(toastsOf(page));
  expect(toast.x + toast.width).toBeGreaterThan(x + width / 2);
  expect(toast.y + toast.height).toBeGreaterThan(y + height / 2);
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL('/notifications');
  // The toast of a failure goes with its screen.
  await expect(toastsOf(page)).toHaveCount(0);
});

test('a toast appears below the control with the focus where it would hide it', async ({ lapau, open }) => {
  const { post } = await onePost(lapau);
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  // The control stands at the top of the screen, where toasts appear.
  await page.addStyleTag({ content: '[aria-label^=Suka] { position: fixed; top: 0; z-index: 30; }' });
  await failCall(page, 'toggle_like');
  const like = page.getByRole('button', { name: /^Suka/ });
  await like.tap();
  await expectToast(page, 'Gagal');
  await restoreCall(page, 'toggle_like');
  await tapPast(page, like);
  await expect(page.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  await expect(toastsOf(page)).toHaveCount(0);
});

test('no toast of the last session stays after the account is deleted', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/profile', member);
  await page.getByLabel('Nama lengkap').fill('Nama Baru');
  await page.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(page, 'Profil berhasil diperbarui.');
  await page.getByRole('button', { name: 'Hapus akun' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Hapus akun?' });
  await dialog.getByLabel('Kata sandi', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Hapus akun' }).tap();
  await expect(page).toHaveURL('/login');
  await expect(toastsOf(page)).toHaveText(['Akun Anda telah dihapus.']);
});

test('a success lies below the row that it speaks of', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung', seller);
  const images = [await storePhoto(lapau, seller)];
  const foods = ['Sate', 'Lontong', 'Gulai', 'Rendang', 'Lamang', 'Sala', 'Soto', 'Pical'];
  for (const food_name of foods) await buildPost(lapau, { user_id: seller.id, images, food_name });
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Pical' });
  await row.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 20));
  await row.getByRole('button', { name: /^Ubah harga/ }).tap();
  const dialog = page.getByRole('dialog', { name: 'Ubah harga' });
  await dialog.getByRole('textbox', { name: 'Harga' }).fill('17000');
  await dialog.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(page, 'Menu berhasil diperbarui.');
  await expect(dialog).toBeHidden();
  await expectPast(page, row);
});
