import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { choosePhotos, pausePhotoReading, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);

test('a price of 60 digits and names without a space do not make the page wider (D17, D25)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: 'W'.repeat(80) } });
  const member = await buildMember(lapau);
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: 'M'.repeat(120),
    price: '9'.repeat(60),
    description: 'd'.repeat(400),
    images: [await storePhoto(lapau, seller)],
  });
  await lapau.call('toggle_save_post', { post_id_to_toggle: post.id, saved: true }, member);
  const nagari = encodeURIComponent(seller.nagari);
  const page = await open('/privasi', member);
  for (const path of [
    `/?nagari=${nagari}`,
    `/foods?nagari=${nagari}`,
    '/saved',
    `/post/${post.id}`,
    `/warungs/${seller.id}`,
    `/warung?cari=${'W'.repeat(80)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(/^(M{120}|W{80})$/).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }

  const form = await open('/my-warung/tambah-menu', seller);
  await form.getByLabel('Harga').fill('9'.repeat(60));
  await expect(form.getByText(/^Tampil sebagai Rp 999\.999/)).toBeVisible();
  await expectNoSidewaysScroll(form);
  await form.getByLabel('Harga').focus();
  await form.keyboard.insertText('9');
  await expect(form.getByText('Harga paling banyak 60 huruf, sekarang 61.')).toBeVisible();
  await expect(form.getByLabel('Harga')).toHaveValue('9'.repeat(61));
});

test("'Posting' waits for a photo that is still being read", async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const dish = unique('Soto');
  const page = await open('about:blank', seller);
  const release = await pausePhotoReading(page);
  await page.goto('/my-warung/tambah-menu');
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill(dish);
  await page.getByLabel('Harga').fill('10000');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByRole('button').filter({ hasText: 'Mengunggah foto...' })).toBeVisible();
  await release();
  await expect(page).toHaveURL('/my-warung', { timeout: 60_000 });
  await expect(page.getByRole('listitem').filter({ hasText: dish })).toBeVisible();
});
