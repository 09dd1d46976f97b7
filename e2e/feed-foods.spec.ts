import type { FeedPost } from '@lapau/contract/posts';
import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { withoutBootData } from './support/boot.ts';
import { answerCall, restoreCall, pauseCall, failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const foodsIn = (nagari: string) => `/foods?nagari=${encodeURIComponent(nagari)}`;
const cards = (page: Page) => page.getByRole('list', { name: 'Makanan' }).getByRole('listitem');

async function stallIn(lapau: Lapau, nagari: string, warung: { name?: string; is_open?: boolean } = {}) {
  const seller = await buildSeller(lapau, { profile: { nagari }, warung });
  return { user_id: seller.id, images: [await storePhoto(lapau, seller)] };
}

test('available dishes show in two columns and change in realtime', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const eli = await stallIn(lapau, nagari, { name: 'Kadai Uni Eli' });
  const closed = await stallIn(lapau, nagari, { name: 'Lapau Tutup', is_open: false });
  await buildPost(lapau, { ...eli, food_name: 'Sala Lauak', price: '2000' });
  await buildPost(lapau, { ...eli, food_name: 'Sudah Habis', is_open: false });
  const created_at = new Date(Date.now() - 3 * 60 * 60_000);
  await buildPost(lapau, { ...eli, food_name: 'Godok', created_at });
  await buildPost(lapau, { ...closed, food_name: 'Lamang' });
  const page = await open('about:blank', await buildMember(lapau));
  const release = await pauseCall(page, 'get_feed');
  await page.goto(foodsIn(nagari));
  await expect(page.getByRole('main').getByRole('status').locator('> div')).toHaveCount(8);
  release();
  await expect(cards(page)).toHaveCount(3);
  const lamang = cards(page).filter({ hasText: 'Lamang' });
  const sala = cards(page).filter({ hasText: 'Sala Lauak' });
  // A closed stall's dishes stay in the list (D15).
  await expect(lamang.getByText('Tutup', { exact: true })).toBeVisible();
  await expect(sala.getByText('Tutup', { exact: true })).toBeHidden();
  await expect(lamang.getByRole('img').locator('..')).toHaveCSS('opacity', '0.5');
  await expect(sala.getByRole('img').locator('..')).toHaveCSS('opacity', '1');
  await expect(sala.getByText('Rp 2.000')).toBeVisible();
  await expect(sala.getByText('Kadai Uni Eli')).toBeVisible();
  await expect(sala.getByText('baru saja')).toBeVisible();
  await expect(cards(page).filter({ hasText: 'Godok' }).getByText('3 jam lalu')).toBeVisible();
  // Both places are read again until they agree: the content above the cards may still move them between the two readings.
  await expect(async () => {
    const [left, right] = [await lamang.boundingBox(), await sala.boundingBox()];
    expect(left?.y).toBe(right?.y);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
  }).toPass();
  await expectAccessible(page);

  await sala.getByRole('button', { name: 'Suka, 0 suka' }).click();
  await expect(sala.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  await sala.getByRole('button', { name: 'Simpan' }).click();
  await expect(sala.getByRole('button', { name: 'Simpan' })).toHaveAttribute('aria-pressed', 'true');
  // The dish is sold out without a signal; the signal of the next dish makes the page fetch this change.
  await lapau.db.updateTable('posts').set({ is_open: false }).where('food_name', '=', 'Lamang').execute();
  await buildPost(lapau, { ...eli, food_name: 'Pinyaram' });
  await expect(cards(page).filter({ hasText: 'Pinyaram' })).toBeVisible();
  await expect(lamang).toBeHidden();
  await sala.getByRole('link', { name: 'Kadai Uni Eli' }).click();
  await expect(page.getByRole('heading', { name: 'Sala Lauak' })).toBeVisible();
});

test('arrows show only where there is more than one photo, and work by keyboard', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images: images.slice(0, 1), food_name: 'Satu' });
  const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Tiga' });
  const page = await open(foodsIn(nagari), await buildMember(lapau));
  const one = cards(page).filter({ hasText: 'Satu' });
  const three = cards(page).filter({ hasText: 'Tiga' });
  await expect(one).toBeVisible();
  await expect(one.getByRole('button', { name: /^Foto/ })).toHaveCount(0);
  await expect(three.getByText('Foto 1 dari 3')).toBeAttached();
  await three.getByRole('button', { name: 'Foto berikutnya' }).click();
  await expect(three.getByText('Foto 2 dari 3')).toBeAttached();
  await three.getByRole('button', { name: 'Foto sebelumnya' }).focus();
  await page.keyboard.press('Enter');
  await expect(three.getByText('Foto 1 dari 3')).toBeAttached();
  await expect(page).toHaveURL(foodsIn(nagari));

  await page.goto(`/post/${id}`);
  // The page is complete first: content that loads may move the photos, and Chromium then ends a scroll that is under way.
  await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  const carousel = page.getByRole('group', { name: 'Foto Tiga' });
  await carousel.getByRole('button', { name: 'Perbesar Tiga, foto 1 dari 3' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(carousel.getByText('Foto 2 dari 3')).toBeAttached();
  await expect(carousel.getByRole('img', { name: 'Tiga, foto 2 dari 3' })).toBeInViewport();
  // A bar that grows right afterwards does not scroll back to the photo that has the focus.
  await page.evaluate(async () => {
    for (const bar of document.querySelectorAll<HTMLElement>('[data-covers=bottom]')) bar.style.paddingBlock = '1px';
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => void requestAnimationFrame(resolve));
  });
  await expect(carousel.getByRole('img', { name: 'Tiga, foto 2 dari 3' })).toBeInViewport();
});

test('an empty list says why, and how to show more', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  // The nagari has no posts.
  await withoutBootData(page);
  await answerCall(page, 'get_feed', []);
  await page.goto('/foods');
  await expect(page.getByText('Belum ada makanan yang tersedia saat ini.')).toBeVisible();
  await restoreCall(page, 'get_feed');
  await page.getByRole('searchbox').fill(unique('tidak ada'));
  await expect(page.getByText('Tidak ada makanan yang cocok dengan filter.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a dish whose stall has no name shows its owner’s name', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const stall = await stallIn(lapau, nagari);
  await buildPost(lapau, { ...stall, food_name: 'Pertama' });
  await buildPost(lapau, { ...stall, food_name: 'Kedua' });
  const page = await open('about:blank', await buildMember(lapau));
  await page.route('**/rpc/get_feed', async (route) => {
    const posts = (await (await route.fetch()).json()) as FeedPost[];
    const named = { Pertama: 'Eli Marni', Kedua: '' };
    const json = posts.map((post) => ({
      ...post,
      warungName: null,
      sellerFullName: named[post.foodName as keyof typeof named],
    }));
    await route.fulfill({ json });
  });
  await page.goto(foodsIn(nagari));
  await expect(cards(page).filter({ hasText: 'Pertama' })).toContainText('Eli Marni');
  await expect(cards(page).filter({ hasText: 'Kedua' })).toContainText('Penjual');
});

test.describe('what fails', () => {
  test.use({ expectedErrors: /(400|404).*(get_feed|storage)/ });

  test('a list that cannot be loaded says so and is loaded again; a broken photo leaves its placeholder', async ({
    lapau,
    open,
  }) => {
    const nagari = unique('Koto');
    await buildPost(lapau, await stallIn(lapau, nagari));
    const page = await open('about:blank', await buildMember(lapau));
    await page.route('**/storage/posts/**', (route) => route.fulfill({ status: 404 }));
    await failCall(page, 'get_feed');
    await page.goto(foodsIn(nagari));
    await expect(page.getByRole('main').getByText('Gagal memuat daftar makanan.')).toBeVisible();
    await restoreCall(page, 'get_feed');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(cards(page).getByText('Gambar tidak tersedia')).toBeVisible();
    await expectAccessible(page);
  });
});
