import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('a phone that saves data loads small photos and nothing in advance', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari } });
  const images = [await storePhoto(lapau, seller)];
  for (let number = 0; number < 8; number += 1)
    await buildPost(lapau, { user_id: seller.id, images, food_name: `Gulai ${number}` });
  const page = await open('/profile', await buildMember(lapau));
  const saver = page.getByRole('switch', { name: 'Hemat data' });
  await expect(saver).not.toBeChecked();
  await saver.tap();
  await expect(saver).toBeChecked();
  await page.goto(`/foods?nagari=${encodeURIComponent(nagari)}`);
  // The page itself names the photos of the first screen.
  const last = page.getByRole('listitem').filter({ hasText: 'Gulai 0' }).getByRole('img');
  await expect(last).toHaveAttribute('srcset', /640w$/);
  await page.goto('/saved');
  await expect(page.getByRole('heading', { name: 'Tersimpan' })).toBeVisible();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('/dead-ends-'))).toEqual([]);
  await page.goto('/profile');
  await expect(saver).toBeChecked();
});
