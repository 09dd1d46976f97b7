import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { buildComment, buildMember, buildPost, buildSeller } from '../../server/src/testing/builders.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { untilKept } from '../support/device.ts';
import { holdLazyCode } from '../support/lazy-code.ts';
import { choosePhotos, phonePhoto, storedFiles, storePhoto } from '../support/photos.ts';
import { expectToast } from '../support/toasts.ts';
import { unique } from '../support/unique.ts';
import { expect, test } from './story.ts';

const screenHeight = 740;

/** A stall with a dish that has comments. */
async function dishWithComments(lapau: Lapau, count: number) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: unique('Gulai'),
    images: [await storePhoto(lapau, seller)],
  });
  const member = await buildMember(lapau, { full_name: 'Rina Wati' });
  for (let number = 1; number <= count; number += 1) {
    await buildComment(lapau, { post_id: post.id, user_id: member.id, content: `Komentar nomor ${number}` });
  }
  return { seller, post, member, feed: `/?nagari=${encodeURIComponent(seller.nagari)}` };
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It has no place on the screen.');
  return { top: box.y, bottom: box.y + box.height, left: box.x };
};

test('a dialog with a long form ends on the screen, its fields scroll, and it is saved', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung', seller);
  await page.getByRole('button', { name: 'Ubah info' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Info warung' });
  const save = dialog.getByRole('button', { name: 'Simpan' });
  await expect.poll(async () => (await boxOf(dialog)).bottom).toBeLessThan(screenHeight);
  expect((await boxOf(dialog)).top).toBeGreaterThan(0);
  await save.scrollIntoViewIfNeeded();
  expect((await boxOf(save)).bottom).toBeLessThan(screenHeight);
  await dialog.getByLabel('Deskripsi').fill('Buka sejak subuh');
  await save.tap();
  await expectToast(page, 'Informasi warung berhasil diperbarui.');
});

test('the sheet with many comments begins below the top of the screen and ends with its field', async ({
  lapau,
  open,
}) => {
  const { feed, member } = await dishWithComments(lapau, 14);
  const page = await open(feed, member);
  await page.getByRole('button', { name: /^Lihat .*14 komentar/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByText('Komentar nomor 14')).toBeVisible();
  await expect.poll(async () => Math.round((await boxOf(sheet)).top)).toBe(screenHeight * 0.2);
  const field = sheet.getByPlaceholder('Tulis komentar...');
  expect((await boxOf(field)).bottom).toBeLessThan(screenHeight);
  await field.fill('Yang kelima belas');
  await sheet.getByRole('button', { name: 'Kirim' }).tap();
  await expect(sheet.getByText('Yang kelima belas')).toBeInViewport();
});

test('the field for a comment on the screen of a dish stands above the bars, and alone while one writes', async ({
  lapau,
  open,
}) => {
  const { post, member } = await dishWithComments(lapau, 3);
  const page = await open(`/post/${post.id}`, member);
  const field = page.getByPlaceholder('Tulis komentar...');
  const actions = page.getByRole('link', { name: /WhatsApp/ }).last();
  await expect(field).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  expect((await boxOf(field)).bottom).toBeLessThan((await boxOf(actions)).top);
  await field.tap();
  await expect(actions).toBeHidden();
  await field.fill('Masih ada?');
  await page.getByRole('button', { name: 'Kirim', exact: true }).tap();
  await expect(page.getByText('Masih ada?')).toBeVisible();
});

test('a sheet whose code is on its way has its frame where the sheet comes, and can be left', async ({
  lapau,
  open,
}) => {
  const { feed, member } = await dishWithComments(lapau, 1);
  const page = await open('about:blank', member);
  const release = await holdLazyCode(page.context());
  await page.goto(feed);
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  const opener = page.getByRole('button', { name: /^Lihat 1 komentar/ });
  await opener.tap();
  await expect.poll(async () => Math.round((await boxOf(sheet)).top)).toBe(screenHeight * 0.2);
  await sheet.getByRole('button', { name: 'Tutup' }).tap();
  await expect(sheet).toBeHidden();
  await opener.tap();
  await expect(sheet).toBeVisible();
  release();
  await expect(sheet.getByText('Komentar nomor 1')).toBeVisible();
  await expect.poll(async () => Math.round((await boxOf(sheet)).top)).toBe(screenHeight * 0.2);
});

test('a switch has its ring, and moves', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung', seller);
  await page.getByRole('button', { name: 'Ubah info' }).tap();
  const nightly = page.getByRole('dialog').getByRole('switch', { name: 'Tutup otomatis tiap malam' });
  const thumb = nightly.locator('[aria-hidden] span');
  await expect(nightly.locator('> [aria-hidden]')).toHaveCSS('box-shadow', /inset/);
  const before = await boxOf(thumb);
  await nightly.tap();
  await expect.poll(async () => Math.abs((await boxOf(thumb)).left - before.left)).toBe(20);
});

test('the focus goes on to the next row when a row is deleted', async ({ lapau, open }) => {
  const { post, member } = await dishWithComments(lapau, 2);
  const page = await open(`/post/${post.id}`, member);
  await page.getByRole('button', { name: 'Menu komentar Rina Wati' }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Hapus' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).press('Enter');
  await expect(page.getByText('Komentar nomor 1')).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Komentar nomor 2' }).locator(':focus')).toBeVisible();
});

test('a photo of a phone’s camera is made smaller before it is sent, and is stored upright', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  const uploaded = page.waitForResponse(/\/storage\/posts\//);
  await choosePhotos(page, await phonePhoto());
  const { 'content-length': length } = await (await uploaded).request().allHeaders();
  expect(Number(length)).toBeLessThan(1_000_000);
  await expect(page.getByText('Terunggah')).toBeVisible();
  for (const file of await storedFiles(lapau, seller)) {
    const { width, height } = await sharp(file).metadata();
    expect(width).toBeLessThan(height);
  }
});

test.describe('without a signal', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed/,
  });

  test('the app opens from the device', async ({ lapau, open }) => {
    const { member, post } = await dishWithComments(lapau, 0);
    const page = await open('/', member);
    await untilKept(page, post.food_name);
    await page.context().setOffline(true);
    for (let times = 1; times <= 2; times += 1) {
      await page.reload();
      await expect(page.getByRole('article', { name: post.food_name })).toBeVisible();
      await expect(page.getByText(/^Tidak ada sinyal\./)).toBeVisible();
    }
  });
});
