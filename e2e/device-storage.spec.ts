import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { untilKept } from './support/device.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { fill, poorDevices } from './support/poor-devices.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed/,
});

for (const [device, prepare] of Object.entries(poorDevices)) {
  test(`the buyer's day on ${device}`, { tag: '@all' }, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const name = unique('Gulai Paku');
    const images = [await storePhoto(lapau, seller)];
    const { id } = await buildPost(lapau, { user_id: seller.id, food_name: name, images });
    const chat = await buildChat(lapau);
    const admin = await buildAdmin(lapau);
    const announce = (value_to_update: string) =>
      lapau.call('update_app_setting', { key_to_update: 'announcement_text', value_to_update }, admin);
    await announce('Gotong royong hari Minggu.');
    try {
      const page = await open('about:blank', chat.buyer);
      await prepare(page, lapau);
      await page.goto('/');
      const announcement = page.getByRole('region', { name: 'Pengumuman' });
      await announcement.getByRole('button', { name: 'Tutup pengumuman' }).tap();
      await expect(announcement).toBeHidden();
      await page.reload();
      await page.getByRole('article', { name }).getByRole('link', { name }).first().tap();
      await expect(page).toHaveURL(`/post/${id}`);
      await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
      const input = page.getByPlaceholder('Tulis komentar...');
      await input.fill('Masih ada?');
      await page.getByRole('button', { name: 'Kirim' }).tap();
      await expect(page.getByRole('list', { name: 'Komentar' })).toContainText('Masih ada?');
      const stored = lapau.db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id);
      await expect.poll(() => stored.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 1 });

      // What is typed lives as long as the page, on whatever screen.
      await page.goto(`/chat/${chat.id}`);
      await send(page, 'Satu');
      await expect(messageRow(page, 'Satu')).toContainText(/(?<!belum )terkirim/);
      await messageBox(page).fill('Belum selesai');
      await page.getByRole('button', { name: 'Kembali' }).tap();
      await page.getByRole('link', { name: new RegExp(chat.seller.warung.name) }).tap();
      await expect(messageBox(page)).toHaveValue('Belum selesai');
      expect(await storedTexts(lapau, chat)).toEqual(['Satu']);

      await page.goto('/profile');
      await page.getByRole('switch', { name: 'Hemat data' }).tap();
      await expect(page.getByRole('switch', { name: 'Hemat data' })).toBeChecked();
      await page.getByRole('button', { name: 'Keluar', exact: true }).tap();
      await expect(page).toHaveURL(/login/);
    } finally {
      await announce('');
    }
  });

  test(`the cook's day on ${device}`, { tag: '@all' }, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const name = unique('Lontong');
    const page = await open('about:blank', seller);
    await prepare(page, lapau);
    await page.goto('/my-warung');
    const checklist = page.getByRole('region', { name: 'Menunya sudah lengkap?' });
    await checklist.getByRole('button', { name: 'Tutup petunjuk' }).tap();
    await expect(checklist).toBeHidden();
    await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
    await choosePhotos(page, await smallPhoto());
    await page.getByLabel('Nama').fill(name);
    await page.getByRole('button', { name: 'Kembali' }).tap();
    await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
    await expect(page.getByLabel('Nama')).toHaveValue(name);
    await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible();
    await page.getByLabel('Harga').fill('15000');
    await page.getByRole('button', { name: 'Posting' }).tap();
    await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
    const dishes = lapau.db.selectFrom('posts').select('food_name').where('user_id', '=', seller.id);
    expect(await dishes.execute()).toEqual([{ food_name: name }]);
    await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
    await expect(page.getByLabel('Nama')).toHaveValue('');
  });

  test(`every screen opens and is reloaded on ${device}`, { tag: '@all' }, async ({ lapau, open }) => {
    const page = await open('about:blank', await buildMember(lapau));
    await prepare(page, lapau);
    for (const route of ['/foods', '/warung', '/saved', '/notifications', '/conversations', '/profile', '/about']) {
      await page.goto(route);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading').first()).toBeVisible();
    }
  });
}

test('a device that has become full opens the app without a network as before, and then sends what was done', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const name = unique('Pangek');
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: name, images });
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await untilKept(page, name);
  const context = page.context();
  await fill(page, lapau);
  await context.setOffline(true);
  const again = await context.newPage();
  await fill(again, lapau);
  await again.goto(`/post/${id}`);
  await again.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(
    again.getByRole('button', { name: 'Suka, 1 suka, Penyimpanan HP penuh. Jangan tutup Lapau.' }),
  ).toBeVisible();
  const isStored = await again.evaluate(async () => {
    const cache = await caches.open('more');
    return cache.put('/more', new Response('x'.repeat(100_000))).then(
      () => true,
      () => false,
    );
  });
  expect(isStored).toBe(false);
  await context.setOffline(false);
  await expect(again.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  const stored = lapau.db.selectFrom('posts').select('likes_count').where('id', '=', id);
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ likes_count: 1 });
});
