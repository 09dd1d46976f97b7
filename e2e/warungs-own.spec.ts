import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const longName = 'Lapau Nasi Kapau Uni Eli Simpang Tigo Muaro Paiti Kapur IX X';

const openSwitch = (page: Page) => page.getByRole('switch', { name: /^Warung/ });
const dishSwitch = (page: Page, dish: string) => page.getByRole('switch', { name: new RegExp(dish) });

async function stallWithMenu(lapau: Lapau, names: string[]) {
  const seller = await buildSeller(lapau, { warung: { name: longName, open_set_at: new Date(0) } });
  const images = [await storePhoto(lapau, seller)];
  const dishes = [];
  for (const food_name of names) {
    dishes.push(await buildPost(lapau, { user_id: seller.id, images, food_name, open_set_at: new Date(0) }));
  }
  return { seller, dishes };
}

test('a cook closes the stall and marks a dish, and a buyer sees it live', async ({ lapau, open }) => {
  const dish = unique('Gulai Paku');
  const { seller } = await stallWithMenu(lapau, [dish]);
  const buyer = await buildMember(lapau);
  const foods = await open('/foods', buyer);
  const stall = await open(`/warungs/${seller.id}`, buyer);
  const card = foods.getByRole('listitem').filter({ hasText: dish });
  await expect(card).toBeVisible();
  await expect(stall.getByRole('heading', { name: longName })).toBeVisible();

  const page = await open('/warung', seller);
  await page.getByRole('link', { name: /Kelola/ }).tap();
  await expect(page).toHaveURL('/my-warung');
  await expect(openSwitch(page)).toBeChecked();
  await expect(dishSwitch(page, dish)).toBeInViewport();
  await expectAccessible(page);

  await openSwitch(page).tap();
  await expect(openSwitch(page)).not.toBeChecked();
  await expect(card).toContainText('Tutup', { timeout: 2_000 });
  await expect(stall.getByText('Tutup', { exact: true })).toBeVisible({ timeout: 2_000 });
  await openSwitch(page).tap();
  await expect(stall.getByText('Buka', { exact: true })).toBeVisible();

  await dishSwitch(page, dish).tap();
  await expect(dishSwitch(page, dish)).not.toBeChecked();
  await expect(stall.getByText('Habis', { exact: true })).toBeVisible({ timeout: 2_000 });
  await expect(card).toBeHidden();
});
