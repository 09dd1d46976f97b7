import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const line = (page: Page) => page.getByRole('status').filter({ hasText: 'Menampilkan hasil untuk' });
const exactly = (page: Page) => page.getByRole('button', { name: /^Cari tepat/ });
const inFeed = 'Tidak ada postingan untuk ditampilkan.';
const inFoods = 'Tidak ada makanan yang cocok dengan filter.';

test('food that is there is found however it is typed, in the feed and on /foods (D55)', async ({ lapau, open }) => {
  const nagari = unique('Sialang');
  const inNagari = `nagari=${encodeURIComponent(nagari)}`;
  const seller = await buildSeller(lapau, { profile: { nagari }, warung: { name: 'Lapau Kacimuih' } });
  const images = [await storePhoto(lapau, seller)];
  for (const food_name of ['Anyang Kacimuih', 'Goreng Pisang Kipas']) {
    await buildPost(lapau, { user_id: seller.id, images, food_name });
  }
  const page = await open(`/?${inNagari}`, await buildMember(lapau));
  const search = page.getByRole('searchbox');

  await search.fill('pisang goreng');
  await expect(line(page)).toHaveText('Menampilkan hasil untuk Goreng Pisang');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: /Goreng Pisang Kipas/ })).toBeVisible();
  await expect(exactly(page)).toHaveText('Cari tepat "pisang goreng"');
  expect((await exactly(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);

  await exactly(page).click();
  await expect(page.getByText(inFeed)).toBeVisible();
  await expect(search).toHaveValue('pisang goreng');
  await expect(line(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText(inFeed)).toBeVisible();
  await page.goBack();
  await expect(line(page)).toBeVisible();

  await page.goto(`/foods?cari=urap&${inNagari}`);
  await expect(line(page)).toHaveText('Menampilkan hasil untuk Anyang');
  await expect(page.getByRole('list', { name: 'Makanan' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Makanan' })).toContainText('Anyang Kacimuih');
  await expectAccessible(page);
  await exactly(page).click();
  await expect(page.getByText(inFoods)).toBeVisible();
  // Another search may be misspelt again.
  await search.fill('kacimuihh');
  await expect(line(page)).toHaveText('Menampilkan hasil untuk Kacimuih');
});

test('any of the words may be the one that is there (D55)', async ({ lapau, open }) => {
  const nagari = unique('Galugua');
  const seller = await buildSeller(lapau, { profile: { nagari }, warung: { name: 'Kadai Tigo' } });
  const images = [await storePhoto(lapau, seller)];
  for (const food_name of ['Ayam Goreng', 'Soto Padang', 'Lontong Gulai', 'Sate Danguang-Danguang']) {
    await buildPost(lapau, { user_id: seller.id, images, food_name });
  }
  const page = await open(`/?nagari=${encodeURIComponent(nagari)}`, await buildMember(lapau));
  const lists = [
    { path: '/', dishes: page.getByRole('article') },
    { path: '/foods', dishes: page.getByRole('list', { name: 'Makanan' }).getByRole('listitem') },
  ];
  for (const { path, dishes } of lists) {
    await page.goto(`${path}?nagari=${encodeURIComponent(nagari)}`);
    for (const [typed, name, dish] of [
      ['goreng ayam', 'Ayam Goreng', 'Ayam Goreng'],
      ['sayur lontong', 'Lontong', 'Lontong Gulai'],
      ['padang sate', 'Sate', 'Sate Danguang-Danguang'],
    ] as const) {
      await page.getByRole('searchbox').fill(typed);
      await expect(line(page)).toHaveText(`Menampilkan hasil untuk ${name}`);
      await expect(dishes).toHaveCount(1);
      await expect(dishes).toContainText(dish);
      await expect(exactly(page)).toHaveText(`Cari tepat "${typed}"`);
    }
  }
});

test('what nothing is near to, and what the filter leaves out, is an empty list', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: 'Sialang' } });
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Baka Tumbuak' });
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Palai Rinuak', is_open: false });
  await buildPost(lapau, { food_name: 'Gulai Siarang', images });
  const page = await open('/?cari=bakso', await buildMember(lapau));
  await expect(page.getByText(inFeed)).toBeVisible();
  await expect(page.getByText('Coba ubah filter atau kembali lagi nanti.')).toBeVisible();
  await expect(exactly(page)).toBeHidden();
  await page.goto('/foods?cari=bakso');
  await expect(page.getByText(inFoods)).toBeVisible();

  // A dish that is sold out is in the feed, not on /foods.
  await page.goto('/foods?cari=rinuk');
  await expect(page.getByText(inFoods)).toBeVisible();
  await page.goto('/?cari=rinuk');
  await expect(line(page)).toHaveText('Menampilkan hasil untuk Rinuak');
  await page.goto('/?cari=siarng&nagari=Sialang');
  await expect(page.getByText(inFeed)).toBeVisible();
});

test.describe('what was found so', () => {
  // A deleted post is asked for once more.
  test.use({ expectedErrors: /404.*get_post_details/ });

  test('follows changes and likes as every list does', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    const first = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sala Lauak Limbu' });
    const page = await open('/?cari=limbu+salo', await buildMember(lapau));
    const card = (name: string) => page.getByRole('article', { name: new RegExp(name) });
    await expect(card('Sala Lauak Limbu')).toBeVisible();
    const like = card('Sala Lauak Limbu').getByRole('button', { name: /^Suka/ });
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveText('1');

    const [photo] = images;
    await lapau.call(
      'create_post',
      { id: crypto.randomUUID(), food_name: 'Sala Limbu Gadang', price: '5.000', images: photo ? [photo] : [] },
      seller,
    );
    await expect(card('Sala Limbu Gadang')).toBeVisible();
    await lapau.call('delete_post', { post_id: first.id }, await buildAdmin(lapau));
    await expect(card('Sala Lauak Limbu')).toHaveCount(0);
    await expect(line(page)).toHaveText('Menampilkan hasil untuk Sala Limbu');
  });
});

test('a misspelt stall is found on /warung, a suspended one never', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { name: 'Pondok Gulamo' } });
  const hidden = await buildSeller(lapau, { warung: { name: 'Pondok Tabek' } });
  await lapau.call('toggle_warung_suspension', { warung_id: hidden.id, suspended: true }, await buildAdmin(lapau));
  const page = await open('/warung', await buildMember(lapau));
  const search = page.getByRole('searchbox');

  await search.fill('gullamo pondok');
  await expect(line(page)).toHaveText('Menampilkan hasil untuk Pondok Gulamo');
  await expect(page.getByRole('link', { name: new RegExp(seller.warung.name) })).toBeVisible();
  await expectAccessible(page);
  await exactly(page).click();
  await expect(page.getByText('Warung dengan nama "gullamo pondok" tidak ditemukan.')).toBeVisible();
  await page.goBack();
  await expect(line(page)).toBeVisible();

  await search.fill('tabekk');
  await expect(page.getByText('Warung dengan nama "tabekk" tidak ditemukan.')).toBeVisible();
  await expect(line(page)).toBeHidden();
});
