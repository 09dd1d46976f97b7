import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { restingScroll } from './support/scroll.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('after a shared link and signing in, back leads home and does not leave the app', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const seller = await buildSeller(lapau);
  const food_name = unique('Gulai');
  const { id } = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name });

  const page = await open(`/post/${id}`);
  // This detour leaves an entry of /login behind in the history.
  await page.getByRole('link', { name: /Lupa/ }).click();
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click();
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('heading', { name: food_name })).toBeVisible();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('back from a post leads to the feed as it was scrolled', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  const names = ['Pangek', 'Randang', 'Lamang'].map((word) => unique(word));
  for (const food_name of names) await buildPost(lapau, { user_id: seller.id, images, food_name });
  const page = await open('/', await buildMember(lapau));
  const [oldest = ''] = names;
  const photo = page.getByRole('article', { name: oldest }).getByRole('link', { name: /Lihat/ });
  // A tap scrolls to what it taps first.
  await photo.tap({ trial: true });
  const scrolled = await restingScroll(page);
  expect(scrolled).toBeGreaterThan(300);
  await photo.tap();
  await expect(page).toHaveURL(/\/post\//);
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
});
