import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('the post page shows seller, time, price and contacts', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto') },
    warung: { name: 'Kadai Uni Eli', phone_number: '0812-3456-7890', whatsapp_number: '+62 (0)812 3456 7890' },
  });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, {
    user_id: seller.id,
    images,
    food_name: 'Sate Danguang',
    price: '15000',
    description: 'Kuah kacang.\nPedas!',
    is_open: false,
    created_at: new Date('2026-08-17T02:05:00Z'),
  });
  await buildComment(lapau, { post_id: post.id });
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  await expect(page.getByRole('heading', { name: 'Postingan' })).toBeVisible();
  const article = page.getByRole('article', { name: 'Sate Danguang' });
  await expect(article.getByText('17 Agustus 2026, 09.05')).toBeVisible();
  const stall = page.getByRole('link', { name: 'Kadai Uni Eli' });
  await expect(stall).toContainText(`${seller.nagari}·17 Agu 2026`);
  await expect(article.getByText('Rp 15.000', { exact: true })).toHaveCount(1);
  await expect(article.getByText('Kuah kacang.\nPedas!')).toBeVisible();
  await expect(article.getByText('Habis')).toBeVisible();
  await expect(article.getByText('1 komentar')).toBeAttached();
  await expect(page.getByRole('link', { name: 'Telepon' })).toHaveAttribute('href', 'tel:081234567890');
  const greeting = `Halo Kadai Uni Eli, saya tertarik dengan Sate Danguang di ${lapau.url}/post/${post.id}. Apakah masih ada?`;
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', `https://wa.me/6281234567890?text=${encodeURIComponent(greeting)}`);
  await expect(whatsapp).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(whatsapp).toHaveAttribute('target', '_blank');
  await expectAccessible(page);

  await lapau.db
    .updateTable('warungs')
    .set({ phone_number: '', whatsapp_number: '12' })
    .where('id', '=', seller.id)
    .execute();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Telepon' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'WhatsApp' })).toBeDisabled();
  await stall.click();
  await expect(page).toHaveURL(`/warungs/${seller.id}`);
  await page.goBack();
  await expect(article).toBeVisible();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(page).toHaveURL('/');

  const own = await open(`/post/${post.id}`, seller);
  await expect(own.getByRole('heading', { name: 'Sate Danguang' })).toBeVisible();
  await expect(own.getByRole('link', { name: 'Telepon' })).toBeHidden();
  await expect(own.getByRole('button', { name: 'Telepon' })).toBeHidden();
});

/** Waits for the photos of all cards: one that is deleted while the page still asks for it is an error in the console. */
async function photosLoaded(page: Page) {
  const photos = page.getByRole('article').locator('img');
  await expect(photos).not.toHaveCount(0);
  for (const photo of await photos.all()) await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
}

/** Whether a tap in the middle of an element reaches it. */
const isUncovered = (element: Locator) =>
  element.evaluate((target) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return target.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('the contacts stay at the bottom and give way while one writes a comment', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    warung: { name: 'Kadai Kopi Tigo Tungku Sajarangan Nan Lamo Muaro Paiti', phone_number: '081234567890' },
  });
  const post = await buildPost(lapau, {
    user_id: seller.id,
    images: [await storePhoto(lapau, seller)],
    price: 'Mulai Rp 5.000 sampai Rp 150.000 menurut ukuran',
  });
  for (let count = 0; count < 12; count += 1) await buildComment(lapau, { post_id: post.id });
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  const call = page.getByRole('link', { name: 'Telepon' });
  const back = page.getByRole('button', { name: 'Kembali' });
  const input = page.getByPlaceholder('Tulis komentar...');
  await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Komentar' }).getByRole('listitem').nth(11)).toBeAttached();
  for (const height of [740, 440]) {
    await page.setViewportSize({ width: 360, height });
    for (const top of [0, 300, 10_000]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
      for (const control of [call, back]) {
        await expect(control).toBeInViewport({ ratio: 1 });
        await expect.poll(() => isUncovered(control)).toBe(true);
      }
    }
    await expect.poll(() => isUncovered(input)).toBe(true);
  }
  await input.tap();
  await expect(call).toBeHidden();
  await input.pressSequentially('Enak sekali');
  await expect(input).toBeInViewport({ ratio: 1 });
  const send = page.getByRole('button', { name: 'Kirim' });
  await expect.poll(() => isUncovered(input)).toBe(true);
  await expect.poll(() => isUncovered(send)).toBe(true);
  await send.tap();
  await expect(page.getByText('Enak sekali')).toBeVisible();
  await page.getByRole('heading', { name: 'Komentar' }).tap();
  await expect(call).toBeInViewport({ ratio: 1 });
});

test.describe('a post that cannot be shown', () => {
  test.use({ expectedErrors: /(400|404|422).*(get_post_details|get_comments_for_post)/ });

  test('an unknown, a suspended and an unreadable post have the same error view', async ({ lapau, open }) => {
    const post = await buildPost(lapau);
    const admin = await buildAdmin(lapau);
    await lapau.call('toggle_user_suspension', { user_id_to_toggle: post.user_id, suspended: true }, admin);
    const page = await open('/warung', await buildMember(lapau));
    const failure = page.getByText('Post tidak ditemukan atau terjadi kesalahan.');
    for (const id of [crypto.randomUUID(), post.id, 'bukan-id']) {
      await page.goto(`/post/${id}`);
      await expect(failure).toHaveCount(1);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Kembali' }).last().click();
    await expect(page).toHaveURL('/');
  });

  test('a deleted post disappears from open pages', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    await expect(page.getByRole('heading', { name: 'Gulai Baung' })).toBeVisible();
    await photosLoaded(page);
    await lapau.call('delete_post', { post_id: post.id }, seller);
    await expect(page.getByText('Post tidak ditemukan atau terjadi kesalahan.')).toBeVisible();
    await expect(toastsOf(page)).toHaveCount(0);
  });
});

async function deleteBy(page: Page, dish: string) {
  await page.getByRole('button', { name: `Menu ${dish}` }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Postingan ini akan dihapus secara permanen.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

test.describe('deleting', () => {
  // Open feeds ask for the post after the signal.
  test.use({ expectedErrors: /(400|404|500).*(delete_post|get_post_details|get_comments_for_post)/ });

  test('works on card and page and removes the files; a failure shows its text and leaves the post (D20)', async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    for (const food_name of ['Sate', 'Gulai']) {
      await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name });
    }
    const folder = path.join(lapau.dataFolder, 'files', 'posts', seller.id);
    const feed = `/?nagari=${encodeURIComponent(seller.nagari)}`;
    const neighbour = await open(feed, await buildMember(lapau));
    await expect(neighbour.getByRole('article')).toHaveCount(2);
    const page = await open(feed, seller);
    await expect(page.getByRole('article')).toHaveCount(2);
    for (const shown of [neighbour, page]) await photosLoaded(shown);

    await failCall(page, 'delete_post', { times: 1 });
    await deleteBy(page, 'Sate');
    await expectToast(page, 'Gagal menghapus postingan: Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.');
    await failCall(page, 'delete_post', { code: 'image_delete_failed', times: 1 });
    await deleteBy(page, 'Sate');
    await expectToast(page, 'Gagal menghapus gambar postingan: Foto tidak dapat dihapus.');
    await expect(page.getByRole('article')).toHaveCount(2);
    await deleteBy(page, 'Sate');
    await expectToast(page, 'Postingan berhasil dihapus.');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(neighbour.getByRole('article', { name: 'Sate' })).toBeHidden();

    await page.getByRole('link', { name: 'Lihat Gulai' }).click();
    await expect(page).toHaveURL(/\/post\//);
    await expect(page.getByRole('heading', { name: 'Postingan', exact: true })).toBeVisible();
    await photosLoaded(page);
    await deleteBy(page, 'Gulai');
    await expect(page).toHaveURL(feed);
    await expect(page.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
    await expect(neighbour.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
    // What could not be removed would be tried again after half a minute.
    await expect.poll(() => readdir(folder), { timeout: 25_000 }).toEqual([]);
  });
});

test.describe('sharing', () => {
  type Shared = { title: string; text: string; url: string };

  /** Replaces the share sheet of the next pages by one with this outcome, or removes it. */
  const givenSheet = (page: Page, outcome?: 'works' | 'AbortError' | 'NotAllowedError') =>
    page.addInitScript((end) => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const value = (data: unknown) => {
        asked.push(data);
        return end === 'works' ? Promise.resolve() : Promise.reject(new DOMException('', end));
      };
      Object.defineProperty(navigator, 'share', { value: end && value, configurable: true });
    }, outcome);
  const askedOf = (page: Page) => page.evaluate(() => (window as unknown as { asked: Shared[] }).asked);

  test('opens the device’s sheet; cancelling shows nothing, a failure shows a toast', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { warung: { name: 'Kadai Uni Eli' } });
    const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
    const member = await buildMember(lapau);
    for (const [outcome, told] of [
      ['works', []],
      ['AbortError', []],
      ['NotAllowedError', [/^Gagal membagikan postingan\.\s*Salin tautan$/]],
    ] as const) {
      const page = await open('about:blank', member);
      await givenSheet(page, outcome);
      await page.goto(`/post/${post.id}`);
      await page.getByRole('button', { name: 'Bagikan' }).click();
      await expect
        .poll(() => askedOf(page))
        .toEqual([
          {
            title: 'Gulai Baung',
            text: 'Lihat Gulai Baung dari Kadai Uni Eli. Yuk, cicipi!',
            url: `${lapau.url}/post/${post.id}`,
          },
        ]);
      await expect(toastsOf(page)).toHaveText([...told]);
    }
  });

  test('copies the link where there is no share sheet', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
    const page = await open('about:blank', await buildMember(lapau));
    await givenSheet(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/post/${post.id}`);
    await page.getByRole('button', { name: 'Bagikan' }).click();
    await expectToast(page, 'Link postingan disalin ke clipboard!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${lapau.url}/post/${post.id}`);

    await page.evaluate(() => {
      const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      Object.defineProperty(navigator.clipboard, 'writeText', { value: writeText });
    });
    await page.getByRole('button', { name: 'Bagikan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Salin tautan' });
    await expect(dialog.getByText('Gagal menyalin link.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Tautan' })).toHaveValue(`${lapau.url}/post/${post.id}`);
  });
});
