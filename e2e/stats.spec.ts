import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { messageRow, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('a cook sees how many neighbours opened the stall and a dish, and not their own openings (D79)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const dish = unique('Gulai Paku');
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, images, food_name: dish });
  const viewed = () => lapau.db.selectFrom('views').where('warung_id', '=', seller.id).select('post_id').execute();

  const first = await open(`/post/${post.id}`, await buildMember(lapau));
  await expect(first.getByRole('heading', { name: dish })).toBeVisible();
  await expect.poll(async () => (await viewed()).length).toBe(1);
  await first.reload();
  await expect(first.getByRole('heading', { name: dish })).toBeVisible();
  await first.getByRole('link', { name: 'Chat' }).tap();
  await send(first, 'Masih ada?');
  await expect(messageRow(first, 'Masih ada?')).toContainText(/(?<!belum )terkirim/);
  const second = await open(`/warungs/${seller.id}`, await buildMember(lapau));
  await expect(second.getByRole('heading', { name: seller.warung.name })).toBeVisible();
  await expect.poll(async () => (await viewed()).length).toBe(2);

  const page = await open(`/post/${post.id}`, seller);
  await expect(page.getByRole('heading', { name: dish })).toBeVisible();
  await page.goto('/my-warung');
  await page.getByRole('link', { name: 'Hasil 7 hari' }).tap();
  await expect(page).toHaveURL('/my-warung/angka');
  await expect(page.getByRole('button', { name: '2 Dilihat' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: /^Orang yang melihat tiap hari: .* 2\.$/ })).toBeVisible();
  const row = page.getByRole('table', { name: 'Tiap makanan' }).getByRole('row', { name: new RegExp(dish) });
  await expect(row.getByRole('cell')).toHaveText(['1', '0', '0', '0', '1']);
  await expect(page.getByRole('table', { name: 'Tiap hari' }).getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: /Suka$/ }).tap();
  await expect(page.getByRole('heading', { name: 'Suka tiap hari' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('what fails', () => {
  test.use({ expectedErrors: /(400|403).*(record_view|get_warung_stats)/ });

  test('a view that could not be counted shows nothing; figures that could not be loaded say so', async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau);
    const buyer = await buildMember(lapau);
    const images = [await storePhoto(lapau, seller)];
    const post = await buildPost(lapau, { user_id: seller.id, images, food_name: unique('Soto') });
    const page = await open('about:blank', buyer);
    await failCall(page, 'record_view');
    const sent = page.waitForResponse('**/rpc/record_view');
    await page.goto(`/post/${post.id}`);
    await sent;
    await expect(page.getByRole('heading', { name: post.food_name })).toBeVisible();
    await expect(page.getByText(/^Gagal/)).toHaveCount(0);

    await page.goto('/my-warung/angka');
    await expect(page.getByText(/^Data warung tidak ditemukan/)).toBeVisible();
    const own = await open('about:blank', seller);
    await failCall(own, 'get_warung_stats');
    await own.goto('/my-warung/angka');
    await expect(own.getByText('Gagal memuat angka.')).toBeVisible();
  });
});
