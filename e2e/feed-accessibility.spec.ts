import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// Contrast is measured after elements have faded in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const long = 'Rumah Makan Sederhana Pondok Bambu Lubuak Alai Permai Sejahtera Bersama Keluarga';

test('signed out: the form of the first admin', async ({ open }) => {
  const page = await open(`/login#admin=${'abc'.padEnd(43, '-')}`);
  await expect(page.getByRole('heading', { name: 'Buat admin pertama' })).toBeVisible();
  await expectAccessible(page);
});

test('the feed, full and empty', async ({ lapau, open }) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari }, warung: { name: long, is_open: false } });
  const photo = await storePhoto(lapau, seller);
  const price = 'Mulai 5.000 sampai 150.000 tergantung ukuran dan jumlah orang';
  const food_name = `${long} ${'Gulai'.repeat(7)}`.slice(0, 120);
  await buildPost(lapau, { user_id: seller.id, images: [photo, await storePhoto(lapau, seller)], food_name });
  await buildPost(lapau, { user_id: seller.id, images: [photo], price: price.slice(0, 60), is_open: false });
  const page = await open(`/?nagari=${encodeURIComponent(nagari)}`, await buildMember(lapau));
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('tidak ada');
  await expect(page.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
  await expectAccessible(page);
});

test('the post form, blank, with errors and filled in', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  await expect(page.getByRole('heading', { name: 'Tambah Menu' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.locator('form').getByText('Harga harus diisi untuk postingan penjual.')).toBeVisible();
  await expectAccessible(page);
  await choosePhotos(page, await smallPhoto(), await smallPhoto('2.jpg', '#36a'));
  await expect(page.getByText('Terunggah', { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hapus draf' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});

test('the admin’s post form, and the profile', async ({ lapau, open }) => {
  const page = await open('/admin/add-post', await buildAdmin(lapau, { full_name: long }));
  await expect(page.getByRole('heading', { name: 'Tambah Postingan' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('nothing slides for a person who has asked for less motion; photos, sheets and the way back to the top work', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  const dish = unique('Gulai');
  for (const food_name of [unique('Sate'), unique('Lontong'), dish]) {
    await buildPost(lapau, { user_id: seller.id, images, food_name });
  }
  const page = await open('about:blank', await buildMember(lapau));
  await page.addInitScript(recordMotion);
  await page.goto(`/?nagari=${encodeURIComponent(seller.nagari)}`);
  const card = page.getByRole('article', { name: dish });
  await card.getByRole('button', { name: 'Foto berikutnya' }).click();
  await expect(card.getByRole('img', { name: /foto 2 dari 2$/ })).toBeInViewport({ ratio: 0.9 });
  await card.getByRole('button', { name: /^Komentar/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toBeVisible();
  await sheet.getByRole('button', { name: 'Tutup' }).click();
  await expect(sheet).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => window.motion)).toEqual([]);
});

declare global {
  interface Window {
    /** Descriptions of what has moved for longer than a moment, and of where photos or the page have stopped on their way. */
    motion: string[];
  }
}

/** In the page, before the app: notes each animation and transition that can be seen, and each step of a smooth scroll. */
function recordMotion(): void {
  window.motion = [];
  const noteAnimations = () => {
    for (const animation of document.getAnimations()) {
      const { target } = (animation.effect ?? {}) as KeyframeEffect;
      // The delay of an animation does not count, as nothing moves in it.
      const durationMs = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
      if (durationMs > 1) window.motion.push(`${target?.className} for ${durationMs} ms`);
    }
  };
  for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, noteAnimations, true);
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const { scrollLeft, clientWidth } = target instanceof Document ? target.documentElement : (target as Element);
      if (scrollLeft % clientWidth > 1) window.motion.push(`scrolled to ${scrollLeft} of ${clientWidth}`);
    },
    true,
  );
}
