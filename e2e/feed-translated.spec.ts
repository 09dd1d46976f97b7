import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, chatWith, messageRow, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { translate, translations } from './support/translation.ts';
import { unique } from './support/unique.ts';

test('the page asks not to be translated', async ({ open }) => {
  const page = await open('/login');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate');
});

const expectAlive = (page: Page) => expect(page.getByText('Halaman ini gagal ditampilkan.')).toHaveCount(0);

async function changePrice(lapau: Lapau, { id, price }: { id: string; price: string }, seller: BuiltSeller) {
  const { food_name, description, images, version } = await lapau.call('get_my_post', { post_id: id }, seller);
  await lapau.call('update_post', { post_id: id, food_name, description, images, price, version }, seller);
}

async function addComment(
  lapau: Lapau,
  given: { id: string; comment_content: string },
  by: BuiltSeller,
): Promise<string> {
  const { id: post_id_to_comment_on, comment_content } = given;
  const id = crypto.randomUUID();
  await lapau.call('add_comment', { id, post_id_to_comment_on, comment_content }, by);
  return id;
}

// A browser that is set to another language translates the page all the same.
for (const translation of translations) {
  test(`where a translation has ${translation} the texts, a buyer sees likes, prices and comments as they are`, async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const images = [await storePhoto(lapau, seller)];
    const food_name = unique('Gulai');
    const { id } = await buildPost(lapau, {
      user_id: seller.id,
      food_name,
      images,
      description: 'Pedas dan segar. '.repeat(40),
    });
    const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
    const card = page.getByRole('article', { name: food_name });
    const like = (count: number) => card.getByRole('button', { name: `Suka, ${count} suka` });
    await like(0).tap();
    await expect(like(1)).toHaveText('1');
    await translate(page, translation);

    await like(1).tap();
    await expect(like(0)).toHaveText('');
    await like(0).tap();
    await expect(like(1)).toHaveText('1');
    await card.getByRole('button', { name: 'Selengkapnya' }).tap();
    await expect(card.getByRole('button', { name: 'Lebih sedikit' })).toBeVisible();

    // Lists show other people's comments only with the next change of the dish.
    for (const [comment_content, price, shown] of [
      ['Masih ada.', 'Rp 27.500', 'Lihat 1 komentar'],
      ['Tinggal dua porsi.', 'Rp 30.000', 'Lihat semua 2 komentar'],
    ] as const) {
      await addComment(lapau, { id, comment_content }, seller);
      await changePrice(lapau, { id, price }, seller);
      await expect(card.getByText(price).first()).toBeVisible();
      await expect(card.getByRole('button', { name: shown })).toBeVisible();
    }
    await expect(card.getByText(/Rp 2[57]\.[05]00/)).toHaveCount(0);
    await lapau.call('set_posts_open', { post_ids: [id], is_open: false, age_ms: 0 }, seller);
    await expect(card.getByText('Habis', { exact: true }).first()).toBeVisible();
    await card.getByRole('button', { name: 'Lihat semua 2 komentar' }).tap();
    await page.getByPlaceholder('Tulis komentar...').fill('Simpan satu untuk saya.');
    await page.getByRole('button', { name: 'Kirim', exact: true }).tap();
    const comments = page.getByRole('list', { name: 'Komentar' });
    await expect(comments).toContainText('Simpan satu untuk saya.');
    await expect(comments).not.toContainText('Mengirim...');
    await expectAlive(page);
  });

  test(`where a translation has ${translation} the texts, a cook's price and switches say what is so`, async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau, { warung: { closes_nightly: true } });
    const food_name = unique('Randang');
    const images = [await storePhoto(lapau, seller)];
    await buildPost(lapau, { user_id: seller.id, food_name, images });
    const page = await open('/my-warung', seller);
    const dish = page.getByRole('switch', { name: food_name });
    await expect(dish).toContainText('Tersedia');
    await translate(page, translation);

    await dish.tap();
    await expect(dish).toContainText('Habis');
    await dish.tap();
    await expect(dish).toContainText('Tersedia');
    const stall = page.getByRole('switch', { name: /^Warung/ });
    await stall.tap();
    await expect(stall).toContainText('Tutup');
    await expect(page.getByText('Pembeli melihatnya tutup.')).toBeVisible();
    await stall.tap();
    await expect(stall).toContainText('Buka');
    await expect(page.getByText('Pembeli melihatnya tutup.')).toHaveCount(0);
    const price = page.getByRole('button', { name: `Ubah harga ${food_name}` });
    await price.tap();
    const dialog = page.getByRole('dialog', { name: 'Ubah harga' });
    await dialog.getByLabel('Harga').fill('31000');
    await expect(dialog.getByText('Tampil sebagai Rp 31.000')).toBeVisible();
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expectToast(page, 'Menu berhasil diperbarui.');
    await expect(price).toContainText('Rp 31.000');
    await expectAlive(page);
  });

  test(`where a translation has ${translation} the texts, a chat shows what has arrived, and its list and badge how much`, async ({
    lapau,
    open,
  }) => {
    const { id, buyer, seller } = await buildChat(lapau);
    const page = await open('/', buyer);
    await expect(page.getByRole('link', { name: 'Pesan', exact: true })).toBeVisible();
    await translate(page, translation);
    for (const [text, count] of [
      ['Ada lontong.', 1],
      ['Masih hangat.', 2],
    ] as const) {
      await chatWith(lapau, id, seller, text);
      await expect(page.getByRole('link', { name: `Pesan, ${count} belum dibaca` })).toContainText(String(count));
    }
    await page.getByRole('link', { name: 'Pesan, 2 belum dibaca' }).tap();
    const row = page.getByRole('listitem').filter({ hasText: seller.warung.name });
    await expect(row).toContainText('Masih hangat.');
    await chatWith(lapau, id, seller, 'Tinggal tiga.');
    await expect(row).toContainText('Tinggal tiga.');
    await expect(row).toContainText('3 belum dibaca');
    await row.getByRole('link').tap();
    await send(page, 'Saya ambil dua.');
    await expect(messageRow(page, 'Saya ambil dua.')).toContainText(/(?<!belum )terkirim/);
    const cook = await open(`/chat/${id}`, seller);
    await expect(messageRow(page, 'Saya ambil dua.')).toContainText('dibaca');
    await send(cook, 'Baik, ditunggu.');
    await expect(messageRow(page, 'Baik, ditunggu.')).toBeVisible();
    await page.getByRole('button', { name: 'Kembali' }).tap();
    await expect(row).not.toContainText('belum dibaca');
    for (const name of ['Makanan', 'Warung', 'Profil', 'Feed']) {
      await page.getByRole('link', { name, exact: true }).first().tap();
      await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
    }
    await expectAlive(page);
  });
}

test.describe(() => {
  test.use({ expectedErrors: /NotFoundError/ });

  test('a page whose elements others have moved is rendered anew, and shows what is so', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const food_name = unique('Gulai');
    const images = [await storePhoto(lapau, seller)];
    const { id } = await buildPost(lapau, { user_id: seller.id, food_name, images });
    const comment_id = await addComment(lapau, { id, comment_content: 'Masih ada.' }, seller);
    const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
    const card = page.getByRole('article', { name: food_name });
    const more = card.getByRole('button', { name: 'Lihat 1 komentar' });
    await more.evaluate((button) => {
      const other = document.createElement('span');
      button.replaceWith(other);
      other.append(button);
    });
    await lapau.call('delete_comment', { comment_id }, seller);
    await changePrice(lapau, { id, price: 'Rp 30.000' }, seller);
    await expect(card.getByText('Rp 30.000').first()).toBeVisible();
    await expect(more).toHaveCount(0);
    await card.getByRole('button', { name: 'Suka, 0 suka' }).tap();
    await expect(card.getByRole('button', { name: 'Suka, 1 suka' })).toHaveText('1');
    await expectAlive(page);
  });
});
