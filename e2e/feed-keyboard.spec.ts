import type { Locator, Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { waitForFocusCare } from './support/lazy-code.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** Presses Tab until something has the focus. */
async function tabTo(wanted: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    await wanted.page().keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(wanted).toBeFocused();
}

test('a card, its comments and its report by keyboard alone', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const card = page.getByRole('article', { name: 'Sate' });
  await expect(card).toBeVisible();
  const { keyboard } = page;

  await tabTo(card.getByRole('button', { name: 'Foto berikutnya' }));
  await keyboard.press('Space');
  await expect(card.getByText('Foto 2 dari 2')).toBeAttached();
  await tabTo(card.getByRole('button', { name: /^Suka/ }));
  await keyboard.press('Space');
  await expect(card.getByRole('button', { name: 'Suka, 1 suka' })).toBeFocused();

  const comment = card.getByRole('button', { name: /^Komentar/ });
  await tabTo(comment);
  await keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  // The sheet takes the focus a moment after it has opened.
  await expect.poll(() => sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await tabTo(sheet.getByPlaceholder('Tulis komentar...'));
  await keyboard.type('Lamak bana!');
  await tabTo(sheet.getByRole('button', { name: 'Kirim' }));
  await keyboard.press('Enter');
  await expect(sheet.getByRole('listitem')).toContainText('Lamak bana!');
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toBeFocused();
  await keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(comment).toBeFocused();

  const menu = card.getByRole('button', { name: 'Menu Sate' });
  await menu.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Menu Sate' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Laporkan' })).toBeFocused();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  await expect(dialog).toBeVisible();
  // The menu that has closed leaves the focus to the dialog that it opened.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Tutup' })).toBeFocused();
  await tabTo(dialog.getByLabel('Alasan'));
  await keyboard.type('Foto orang lain');
  // The focus stays in the dialog: after the last control comes the first.
  await tabTo(dialog.getByRole('button', { name: 'Kirim Laporan' }));
  await tabTo(dialog.getByRole('button', { name: 'Tutup' }));
  await tabTo(dialog.getByRole('button', { name: 'Kirim Laporan' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Laporan berhasil dikirim. Terima kasih atas masukan Anda.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();

  await tabTo(card.getByRole('link', { name: 'Telepon' }));
  await tabTo(card.getByRole('link', { name: 'WhatsApp' }));
});

test('the navigation comes before the endless list, and one link leads past it', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name: 'Sate' });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const card = page.getByRole('article', { name: 'Sate' });
  await expect(card).toBeVisible();
  const { keyboard } = page;
  await keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Langsung ke isi' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await tabTo(page.getByRole('navigation', { name: 'Navigasi utama' }).getByRole('link', { name: 'Profil' }));
  await keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await skip.focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await expect(page).toHaveURL(/\/\?nagari=/);
});

test('the bar that comes back after typing does not cover what has the focus', async ({ lapau, open }) => {
  const [dish, other] = [unique('Gulai'), unique('Sate')];
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  for (const name of [1, 2, 3, 4].map((number) => `${dish} ${number}`).concat(other))
    await buildPost(lapau, { user_id: seller.id, images, food_name: name });
  const page = await open('/foods', await buildMember(lapau));
  await waitForFocusCare(page);
  await expect(page.getByText(other)).toBeVisible();
  await page.getByRole('searchbox').tap();
  // A phone's keyboard has opened.
  await page.setViewportSize({ width: 360, height: 440 });
  await page.getByRole('searchbox').fill(dish);
  await expect(page.getByText(other)).toHaveCount(0);
  const last = page.getByRole('button', { name: /^Simpan/ }).last();
  const bar = page.getByRole('navigation', { name: 'Navigasi utama' });
  await expect(bar).toBeHidden();
  // The button stands where the bar will be, and a key gives it the focus.
  await last.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom + 4 - innerHeight));
  await page.keyboard.press('Shift');
  await last.focus();
  await expect(bar).toBeVisible();
  const isCovered = () =>
    last.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return !element.contains(document.elementFromPoint(left + 7, bottom - 7));
    });
  await expect.poll(isCovered).toBe(false);
});

/** Waits until all changes so far have been painted. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('who comes back to the feed has the focus where it was, and new posts do not lose it', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  for (const food_name of ['Sate', 'Lontong', 'Gulai'])
    await buildPost(lapau, { user_id: seller.id, images, food_name });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const { keyboard } = page;
  const link = page.getByRole('article', { name: 'Lontong' }).getByRole('link', { name: 'Lontong' }).first();
  await link.focus();
  // The page remembers where it is in a frame after it has scrolled there; a person is not as quick.
  await twoFrames(page);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByPlaceholder('Tulis komentar...')).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  // The page is scrolled down, since a new post would be shown at once at the top.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(48);
  await twoFrames(page);

  await lapau.call(
    'create_post',
    {
      id: crypto.randomUUID(),
      food_name: 'Rendang',
      price: '10000',
      description: '',
      images: [await storePhoto(lapau, seller)],
    },
    seller,
  );
  const fresh = page.getByRole('button', { name: 'Postingan baru' });
  await expect(fresh).toBeVisible();
  await expect(link).toBeFocused();
  await fresh.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Rendang' }).locator(':focus')).toHaveCount(1);
});

test.describe('without a network', () => {
  // The errors are those of the preloading, or of what a page had just begun to fetch.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Unable to preload CSS|WebSocket connection.*failed/ });

  test('a tooltip goes when its button moves away from under it: by another size, larger text, or the line above the screen', async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name: 'Sate' });
    const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
    const button = page.getByRole('article', { name: 'Sate' }).getByRole('button', { name: 'Bagikan' });
    await expect(button).toBeVisible();
    await waitForFocusCare(page);
    const tooltip = page.getByRole('tooltip');
    const ways = [
      () => page.setViewportSize({ width: 320, height: 740 }),
      () => page.evaluate(() => document.documentElement.style.setProperty('text-size-adjust', '200%')),
      () => loseSignal(page),
    ];
    for (const move of ways) {
      await page.keyboard.press('Shift');
      await button.blur();
      await button.focus();
      await expect(tooltip).toHaveText('Bagikan');
      await move();
      await expect(tooltip).toHaveCount(0);
    }
  });
});
