import type { Locator, Page } from '@playwright/test';
import { buildAdmin, buildBanner, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import { plainPicture, uploadTo } from '../server/src/testing/pictures.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { scrollPageTo } from './support/scroll.ts';
import { untilRenewed } from './support/session.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// The stories measure how much of a small phone's screen (360 × 740) bars and filters leave to the food.

const withKeyboard = { width: 360, height: 440 };
const inNagari = (route: string, { nagari }: BuiltSeller) => `${route}?nagari=${encodeURIComponent(nagari)}`;

/** A stall with dishes, in a nagari of its own. */
async function stallWith(lapau: Lapau, names: string[]): Promise<BuiltSeller> {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  for (const food_name of names) await buildPost(lapau, { user_id: seller.id, images, food_name });
  return seller;
}

const topOf = async (wanted: Locator) => Math.round((await wanted.boundingBox())?.y ?? Number.NaN);
const firstPhoto = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByRole('img', { name: /^Masakan/ });

/** A banner and an announcement for all pages of the worker's server, until the work is done. */
async function withBannerAndAnnouncement(lapau: Lapau, text: string, work: () => Promise<void>): Promise<void> {
  const admin = await buildAdmin(lapau);
  const announce = (value_to_update: string) =>
    lapau.call('update_app_setting', { key_to_update: 'announcement_text', value_to_update }, admin);
  const picture = await plainPicture(400, 100).png().toBuffer();
  const { body } = await uploadTo(lapau, `avatars/promo_banners/${crypto.randomUUID()}`, picture, admin);
  const { id } = await buildBanner(lapau, { image_url: body.path });
  await announce(text);
  try {
    await work();
  } finally {
    await announce('');
    await lapau.db.deleteFrom('promo_banners').where('id', '=', id).execute();
    // A direct change sends no signal; the next banner's empties the cache.
    await buildBanner(lapau, { image_url: body.path, is_active: false });
  }
}

test('the first photo of the feed starts by y = 170', async ({ lapau, open }) => {
  const page = await open(inNagari('/', await stallWith(lapau, ['Masakan'])), await buildMember(lapau));
  await expect(firstPhoto(page)).toBeVisible();
  expect(await topOf(firstPhoto(page))).toBeLessThanOrEqual(170);
  // The filter is beside the search box.
  const filter = page.getByRole('combobox', { name: 'Nagari' });
  expect(await topOf(filter)).toBe(await topOf(page.getByRole('searchbox')));
});

test('it starts by y = 260 below a banner and an announcement, which is one line until it is opened', async ({
  lapau,
  open,
}) => {
  const seller = await stallWith(lapau, ['Masakan']);
  const text = `${unique('Gotong royong')} di masjid hari Minggu.\nBawa cangkul dan parang dari rumah masing-masing.`;
  await withBannerAndAnnouncement(lapau, text, async () => {
    const page = await open(inNagari('/', seller), await buildMember(lapau));
    const banner = page.getByRole('img', { name: 'Promosi' });
    const announcement = page.getByRole('region', { name: 'Pengumuman' });
    await expect(banner).toBeVisible();
    await expect(announcement).toBeVisible();
    await expect(firstPhoto(page)).toBeVisible();
    expect(await banner.boundingBox()).toMatchObject({ width: 360, height: 90 });
    expect(await topOf(firstPhoto(page))).toBeLessThanOrEqual(260);
    await expectAccessible(page);

    const folded = (await announcement.boundingBox())?.height;
    expect(folded).toBeLessThan(40);
    const opener = announcement.getByRole('button', { name: /Selamat Datang/ });
    await opener.tap();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await expect(announcement.getByText('Bawa cangkul')).toBeVisible();
    await expectAccessible(page);
    // A page that is opened anew has the announcement folded.
    await page.reload();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    expect((await announcement.boundingBox())?.height).toBe(folded);
  });
});

test('the first card keeps a distance from the search row, whose words are whole', async ({ lapau, open }) => {
  const page = await open(inNagari('/', await stallWith(lapau, ['Masakan'])), await buildMember(lapau));
  const card = page.getByRole('article').first();
  const search = page.getByRole('searchbox');
  const box = await search.boundingBox();
  // The lowest two pixels of the search box are its invisible border.
  expect((await topOf(card)) - ((box?.y ?? 0) + (box?.height ?? 0) - 2)).toBeGreaterThanOrEqual(8);
  for (const route of ['/', '/foods', '/warung']) {
    await page.goto(route);
    const room = () =>
      search.evaluate((input: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        const context = document.createElement('canvas').getContext('2d');
        if (context) context.font = font;
        const words = context?.measureText(input.placeholder).width ?? Infinity;
        return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - words;
      });
    // The screen may still be on its way.
    await expect.poll(room, route).toBeGreaterThanOrEqual(0);
  }
});

test('on a phone on its side there is food on the first screen, and the way in', async ({ lapau, open }) => {
  const sideways = { width: 740, height: 360 };
  const seller = await stallWith(lapau, ['Masakan']);
  await withBannerAndAnnouncement(lapau, unique('Gotong royong'), async () => {
    const page = await open('about:blank', await buildMember(lapau));
    await page.setViewportSize(sideways);
    await page.goto(inNagari('/', seller));
    await expect(firstPhoto(page)).toBeVisible();
    const bar = await topOf(page.getByRole('navigation', { name: 'Navigasi utama' }));
    await expect.poll(async () => bar - (await topOf(firstPhoto(page)))).toBeGreaterThanOrEqual(100);
    await expect(page.getByRole('region', { name: 'Pengumuman' })).toBeVisible();
  });
  for (const route of ['/login', '/login?next=/foods']) {
    const page = await open('about:blank');
    await page.setViewportSize(sideways);
    await page.goto(route);
    await expect(page.getByRole('button', { name: 'Masuk', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Daftar Akun Baru' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  }
});

test('an announcement that one person closed shows to the next one on the phone', async ({ lapau, open }) => {
  const text = unique('Pasar pindah');
  await withBannerAndAnnouncement(lapau, text, async () => {
    const page = await open('/', await buildMember(lapau));
    const announcement = page.getByRole('region', { name: 'Pengumuman' });
    await announcement.getByRole('button', { name: 'Tutup pengumuman' }).tap();
    await expect(announcement).toBeHidden();
    await untilRenewed(page);
    const [name = '', value = ''] = (await buildMember(lapau)).cookie.split('=', 2);
    await page.context().addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
    await page.reload();
    await expect(announcement.getByText(text)).toBeVisible();
  });
});

const names = Array.from({ length: 12 }, (_, index) => `Masakan ${index + 1}`);

for (const route of ['/', '/foods', '/warung']) {
  test(`the search bar of ${route} hides while scrolling down, and comes back`, async ({ lapau, open }) => {
    const seller = await stallWith(lapau, names);
    if (route === '/warung') for (const name of names) await buildSeller(lapau, { warung: { name: unique(name) } });
    const page = await open(route === '/warung' ? route : inNagari(route, seller), await buildMember(lapau));
    const search = page.getByRole('searchbox');
    await expect(page.getByText(/^Masakan/).first()).toBeVisible();
    const top = await topOf(search);
    // The top bar ends where the search bar begins: what is above is under it.
    const isHidden = async () => (await topOf(search)) + 44 <= top + 2;

    await scrollPageTo(page, 300);
    await expect.poll(isHidden).toBe(true);
    await scrollPageTo(page, 240);
    await expect.poll(() => topOf(search)).toBe(top);
    await scrollPageTo(page, 440);
    await expect.poll(isHidden).toBe(true);
    await page.keyboard.press('Tab');
    await search.focus();
    await expect.poll(() => topOf(search)).toBe(top);
    await scrollPageTo(page, 540);
    expect(await topOf(search)).toBe(top);
  });
}

test('a search bar that hides does not move the list', async ({ lapau, open }) => {
  const page = await open(inNagari('/', await stallWith(lapau, names)), await buildMember(lapau));
  await expect(firstPhoto(page)).toBeVisible();
  const placeInPage = () =>
    page.evaluate(() => (document.querySelector('article')?.getBoundingClientRect().top ?? 0) + window.scrollY);
  const before = await placeInPage();
  await scrollPageTo(page, 200);
  await expect.poll(() => topOf(page.getByRole('searchbox'))).toBeLessThan(10);
  expect(await placeInPage()).toBe(before);
});

for (const [route, found] of [
  ['/', 'article'],
  ['/foods', 'listitem'],
  ['/warung', 'listitem'],
] as const) {
  test(`searching ${route} above the keyboard shows a result`, async ({ lapau, open }) => {
    const word = unique('Randang').replace(' ', '');
    const seller = await stallWith(lapau, [word]);
    await lapau.db.updateTable('warungs').set({ name: word }).where('id', '=', seller.id).execute();
    await withBannerAndAnnouncement(lapau, unique('Gotong royong'), async () => {
      const page = await open(route, await buildMember(lapau));
      const search = page.getByRole('searchbox');
      const navigation = page.getByRole('navigation', { name: 'Navigasi utama' });
      await expect(navigation).toBeVisible();
      await search.tap();
      await page.setViewportSize(withKeyboard);
      await expect(navigation).toBeHidden();
      await expect(page.getByRole('img', { name: 'Promosi' })).toBeHidden();
      await expect(page.getByRole('region', { name: 'Pengumuman' })).toBeHidden();
      await search.fill(word);
      const result = page.getByRole('main').getByRole(found).filter({ hasText: word });
      await expect(result).toBeVisible();
      await expect.poll(() => topOf(result)).toBeLessThanOrEqual(110);
      await expect(search).toBeInViewport();
      await expectAccessible(page);

      // A tap on the result closes the keyboard, and opens the result.
      await result.getByRole('link').filter({ hasText: word }).first().tap();
      await expect(page).not.toHaveURL(new RegExp(`^${lapau.url}${route}(\\?|$)`));
    });
  });
}

test('the bottom navigation is back when the keyboard closes, the banner when the search is over', async ({
  lapau,
  open,
}) => {
  const seller = await stallWith(lapau, ['Masakan']);
  await withBannerAndAnnouncement(lapau, unique('Gotong royong'), async () => {
    const page = await open(inNagari('/', seller), await buildMember(lapau));
    const search = page.getByRole('searchbox');
    const navigation = page.getByRole('navigation', { name: 'Navigasi utama' });
    const banner = page.getByRole('img', { name: 'Promosi' });
    await search.tap();
    await page.setViewportSize(withKeyboard);
    await search.fill('Masakan');
    await expect(page).toHaveURL(/cari=Masakan/);
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(navigation).toBeVisible();
    await expect(banner).toBeHidden();
    await page.getByRole('button', { name: 'Hapus pencarian' }).tap();
    await expect(banner).toBeVisible();
    await expect(navigation).toBeVisible();
  });
});
