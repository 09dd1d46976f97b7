import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

const offer = (page: Page) => page.getByRole('status').getByRole('button', { name: /^Mungkin maksud Anda: / });

test('after a misspelt search the feed and /foods offer the nearest spelling, and a tap finds it (D55)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: 'Sialang' } });
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Anyang Kacimuih' });
  const page = await open('/', await buildMember(lapau));
  const search = page.getByRole('searchbox');

  await search.fill('anyang kacimui_');
  await expect(page.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
  await expect(offer(page)).toHaveText('Mungkin maksud Anda: Anyang Kacimuih');
  await expectAccessible(page);
  await offer(page).click();
  await expect(search).toHaveValue('Anyang Kacimuih');
  await expect(page.getByRole('article', { name: /Anyang Kacimuih/ })).toBeVisible();
  await expect(page).toHaveURL(/cari=Anyang\+Kacimuih/);

  await page.goto('/foods?cari=anyangg');
  await expect(page.getByText('Tidak ada makanan yang cocok dengan filter.')).toBeVisible();
  await offer(page).click();
  await expect(page.getByRole('list', { name: 'Makanan' })).toContainText('Anyang Kacimuih');

  // What is sold out is in the feed, not on /foods.
  await lapau.db.updateTable('posts').set({ is_open: false }).where('id', '=', id).execute();
  await page.goto('/foods?cari=kacimuihh');
  await expect(page.getByRole('button', { name: 'Hapus filter' })).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await page.goto('/?cari=kacimuihh&nagari=Sialang');
  await expect(offer(page)).toHaveText('Mungkin maksud Anda: Kacimuih');
});

test('a misspelt stall is offered on /warung, a suspended one never', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { name: 'Pondok Gulamo' } });
  const hidden = await buildSeller(lapau, { warung: { name: 'Pondok Tabek' } });
  await lapau.call('toggle_warung_suspension', { warung_id: hidden.id, suspended: true }, await buildAdmin(lapau));
  const page = await open('/warung', await buildMember(lapau));
  const search = page.getByRole('searchbox');

  await search.fill('gullamo');
  await expect(page.getByText('Warung dengan nama "gullamo" tidak ditemukan.')).toBeVisible();
  await expectAccessible(page);
  await offer(page).click();
  await expect(search).toHaveValue('Gulamo');
  await expect(page.getByRole('link', { name: new RegExp(seller.warung.name) })).toBeVisible();

  const answered = page.waitForResponse(/suggest_search/);
  await search.fill('tabekk');
  await expect(page.getByText('Warung dengan nama "tabekk" tidak ditemukan.')).toBeVisible();
  expect(await (await answered).json()).toEqual({ suggestion: null });
  await expect(offer(page)).toBeHidden();
});
