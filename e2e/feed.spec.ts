import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { storePhoto } from './support/photos.ts';
import { restingScroll, scrollPageTo, scrollTo } from './support/scroll.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** A seller in a nagari without other sellers, with posts of these names, the newest last. */
async function stallWith(lapau: Lapau, names: string[]): Promise<BuiltSeller> {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const now = Date.now();
  for (const [index, food_name] of names.entries()) {
    const created_at = new Date(now - (names.length - index) * 60_000);
    await buildPost(lapau, { user_id: seller.id, images, food_name, created_at });
  }
  return seller;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Masakan ${index + 1}`);
const inNagari = ({ nagari }: { nagari: string }) => `/?nagari=${encodeURIComponent(nagari)}`;

type Asked = { search_term: string; before?: unknown };

/** The inputs of the get_feed calls that a page makes from now on. */
function watchFeed(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/get_feed')) asked.push(request.postDataJSON() as Asked);
  });
  return asked;
}

test('searching waits for a pause of 500 ms, and filters go together', async ({ lapau, open }) => {
  const word = unique('Randang').replace(' ', '');
  const seller = await stallWith(lapau, [word, 'Sate']);
  const page = await open('about:blank', await buildMember(lapau));
  await page.clock.install();
  // The clock is ahead: a page that is still connecting would give up, and fetch everything again with the next connection.
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/');
  await connected;
  const search = page.getByRole('searchbox', { name: 'Cari makanan atau warung...' });
  await expect(search).toBeVisible();
  const asked = watchFeed(page);
  // The page may fetch the list without a search again meanwhile.
  const searched = () => asked.map(({ search_term }) => search_term).filter((term) => term !== '');
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.pressSequentially(word);
  await page.clock.runFor(499);
  expect(searched()).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: word })).toBeVisible();
  expect(searched()).toEqual([word]);

  await page.getByRole('button', { name: 'Hapus pencarian' }).click();
  await page.getByRole('combobox', { name: 'Nagari' }).selectOption(seller.nagari);
  await expect(page.getByRole('article')).toHaveCount(2);
  await search.fill('tidak ada di mana pun');
  await expect(page.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
  await expect(page.getByText('Coba ubah filter atau kembali lagi nanti.')).toBeVisible();
  // The address has the search and the filter.
  await page.reload();
  await expect(search).toHaveValue('tidak ada di mana pun');
  await expect(page.getByRole('combobox', { name: 'Nagari' })).toHaveValue(seller.nagari);
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Nagari' }).locator('option:checked')).toHaveText('Semua Nagari');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the nagari filter names how many posts each list has, and leaves out those without', async ({ lapau, open }) => {
  const seller = await stallWith(lapau, ['Sate', 'Gulai', 'Lamang']);
  const soldOut = await stallWith(lapau, ['Habis']);
  const without = await stallWith(lapau, []);
  const sold = { is_open: false };
  await lapau.db
    .updateTable('posts')
    .set(sold)
    .where('food_name', '=', 'Lamang')
    .where('user_id', '=', seller.id)
    .execute();
  await lapau.db.updateTable('posts').set(sold).where('user_id', '=', soldOut.id).execute();
  // A direct change sends no signal; that of a post does.
  await stallWith(lapau, ['Pinyaram']);

  const page = await open('/', await buildMember(lapau));
  const filter = page.getByRole('combobox', { name: 'Nagari' });
  const option = ({ nagari }: BuiltSeller) => filter.locator('option').filter({ hasText: nagari });
  await expect(option(seller)).toHaveText(`${seller.nagari} (3)`);
  await expect(option(soldOut)).toHaveText(`${soldOut.nagari} (1)`);
  await expect(option(without)).toHaveCount(0);
  await filter.selectOption(seller.nagari);
  await expect(page.getByRole('article')).toHaveCount(3);

  await page.goto(`/foods?nagari=${encodeURIComponent(seller.nagari)}`);
  await expect(option(seller)).toHaveText(`${seller.nagari} (2)`);
  await expect(option(soldOut)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Makanan' }).getByRole('listitem')).toHaveCount(2);
});

test('the list loads to its end, and keeps its position when one comes back', async ({ lapau, open }) => {
  const seller = await stallWith(lapau, numbered(45));
  const page = await open(inNagari(seller), await buildMember(lapau));
  await expect(page.getByRole('article', { name: 'Masakan 45', exact: true })).toBeVisible();
  const asked = watchFeed(page);
  const end = page.getByText('Anda sudah melihat semua postingan.');
  await scrollTo(end, 5000);
  await end.scrollIntoViewIfNeeded();
  await expect(page.getByRole('article', { name: 'Masakan 1', exact: true })).toBeVisible();
  // The first page may be fetched again when a signal arrives late.
  expect(asked.filter(({ before }) => before)).toHaveLength(2);
  // Cards far off the screen are empty and keep their height.
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(20);

  const card = page.getByRole('article', { name: 'Masakan 22', exact: true });
  await scrollTo(card, -700);
  await card.scrollIntoViewIfNeeded();
  const place = async () => ({ scrolled: await restingScroll(page), card: await card.boundingBox() });
  const before = await place();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(place).toEqual(before);
});

test('the feed’s tab leads back to the last position, and a second tap to the top', async ({ lapau, open }) => {
  await stallWith(lapau, numbered(8));
  const page = await open('/', await buildMember(lapau));
  // The signals of dishes that were built past the server's calls may come after the page, and once it is scrolled they wait.
  const items = page.getByRole('list', { name: 'Postingan' }).locator('> li');
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(8);
  await expect(page.getByRole('article').first()).toBeVisible();
  await scrollPageTo(page, 1500);
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500);
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('new posts wait behind a button while the feed is scrolled down, and nothing moves', async ({ lapau, open }) => {
  const seller = await stallWith(lapau, numbered(8));
  const page = await open(inNagari(seller), await buildMember(lapau));
  await expect(page.getByRole('article').first()).toBeVisible();
  await scrollPageTo(page, 1200);
  const card = page.getByRole('article', { name: 'Masakan 6', exact: true });
  const before = await card.boundingBox();

  const dish = unique('Baru');
  await lapau.call(
    'create_post',
    {
      id: crypto.randomUUID(),
      food_name: dish,
      price: 'Gratis',
      images: [await storePhoto(lapau, seller)],
    },
    seller,
  );
  const pill = page.getByRole('button', { name: 'Postingan baru' });
  await expect(pill).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(1200);
  expect(await card.boundingBox()).toEqual(before);
  await expect(page.getByRole('article', { name: dish })).toBeHidden();

  await pill.click();
  await expect(page.getByRole('article', { name: dish })).toBeInViewport();
  await expect(pill).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('a deleted post', () => {
  // The open page asks for the post after the signal.
  test.use({ expectedErrors: /404.*get_post_details/ });

  test('disappears from the open page', async ({ lapau, open }) => {
    const seller = await stallWith(lapau, ['Sate', 'Gulai']);
    const page = await open(inNagari(seller), await buildMember(lapau));
    await expect(page.getByRole('article')).toHaveCount(2);
    const { id } = await lapau.db
      .selectFrom('posts')
      .select('id')
      .where('user_id', '=', seller.id)
      .where('food_name', '=', 'Sate')
      .executeTakeFirstOrThrow();
    await lapau.call('delete_post', { post_id: id }, seller);
    await expect(page.getByRole('article', { name: 'Sate' })).toBeHidden();
    await expect(page.getByRole('article', { name: 'Gulai' })).toBeVisible();
  });
});
