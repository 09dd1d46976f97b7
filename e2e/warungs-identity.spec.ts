import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /ERR_FAILED.*warung_avatar|409.*version/ });

const openAvatar = (page: Page) => page.getByRole('button', { name: 'Ganti foto warung' }).tap();
const avatarDialog = (page: Page) => page.getByRole('dialog', { name: 'Foto warung' });

async function choosePhoto(page: Page, colour: string): Promise<void> {
  await openAvatar(page);
  const dialog = avatarDialog(page);
  await dialog.locator('input[type="file"]').setInputFiles(await smallPhoto('warung.jpg', colour));
  await expect(dialog.getByRole('group', { name: 'Bagian foto yang dipakai' })).toBeVisible();
}

test('a stall’s new name and photo show at once on every open page of a neighbour, and old links still lead to it', async ({
  lapau,
  open,
}) => {
  const [before, after] = [unique('Dapua'), unique('Kadai')];
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: before } });
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai'), images });
  const neighbour = await buildSeller(lapau);
  const other = await buildPost(lapau, { user_id: neighbour.id, images });
  await lapau.call('add_comment', { post_id_to_comment_on: other.id, comment_content: 'Lamak!' }, seller);
  await lapau.call('toggle_save_post', { post_id_to_toggle: post.id }, neighbour);

  const nagari = encodeURIComponent(seller.nagari);
  const routes = [`/?nagari=${nagari}`, `/foods?nagari=${nagari}`, `/post/${post.id}`, `/post/${other.id}`];
  routes.push('/saved', '/warung', `/warungs/${seller.id}`, '/notifications');
  const pages: Page[] = [];
  for (const route of routes) {
    const page = await open(route, neighbour);
    await expect(page.getByText(before).filter({ visible: true }).first(), route).toBeVisible();
    pages.push(page);
  }

  const cook = await open('/my-warung', seller);
  await cook.getByRole('button', { name: 'Ubah info' }).tap();
  const info = cook.getByRole('dialog', { name: 'Info warung' });
  await info.getByLabel('Nama warung').fill(after);
  await info.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(cook, 'Informasi warung berhasil diperbarui.');
  await choosePhoto(cook, '#22b');
  await avatarDialog(cook).getByRole('button', { name: 'Unggah' }).tap();
  await expectToast(cook, 'Avatar berhasil diunggah.');
  const photo = new RegExp(`/storage/avatars/${seller.id}/warung_avatar.*\\?t=\\d+`);
  for (const [index, page] of pages.entries()) {
    await expect(page.getByText(after).filter({ visible: true }).first(), routes[index]).toBeVisible();
    await expect(page.getByText(before), routes[index]).toHaveCount(0);
    // The grid of dishes shows no photo of the seller.
    if (routes[index]?.startsWith('/foods')) continue;
    const sources = () =>
      page.locator('img').evaluateAll((found) => found.map((image) => image.getAttribute('src') ?? '').join(' '));
    await expect.poll(sources, routes[index]).toMatch(photo);
  }
  await cook.goto('/profile');
  await expect(cook.getByText(after).first()).toBeVisible();
  const visitor = await open(`/warungs/${seller.id}`, await buildMember(lapau));
  await expect(visitor.getByRole('heading', { name: after })).toBeVisible();
});

test('a stall’s photo that cannot be uploaded says so, and is tried again', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung', seller);
  await choosePhoto(page, '#d22');
  const uploads = `**/storage/avatars/${seller.id}/**`;
  await page.route(uploads, (route) => route.abort());
  await avatarDialog(page).getByRole('button', { name: 'Unggah' }).tap();
  await expectToast(page, 'Gagal mengunggah avatar.');
  await page.unroute(uploads);
  await avatarDialog(page).getByRole('button', { name: 'Coba lagi' }).tap();
  await expectToast(page, 'Avatar berhasil diunggah.');
  await expect(avatarDialog(page)).toBeHidden();
  const file = path.join(lapau.dataFolder, 'files', 'avatars', seller.id, 'warung_avatar.webp');
  const { channels } = await sharp(await readFile(file)).stats();
  expect(channels[0]?.mean).toBeGreaterThan(channels[2]?.mean ?? 255);
});
