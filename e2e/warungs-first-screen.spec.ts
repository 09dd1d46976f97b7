import type { Locator, Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

const stallName = 'Lapau Nasi Kapau Uni Eli Simpang Tigo Muaro Paiti Kapur IX X';
const dishName = 'Katupek Gulai Paku jo Pangek Danguang-Danguang Itiak Campua';

async function buildStall(lapau: Lapau, dishes: number) {
  const seller = await buildSeller(lapau, {
    profile: { nagari: 'Muaro Paiti' },
    warung: { name: stallName, bio: 'Masakan rumah. '.repeat(20), address: 'Jorong Koto Tinggi, dekat pasar lama' },
  });
  const images = [await storePhoto(lapau, seller)];
  const given = { user_id: seller.id, images, food_name: dishName };
  const posts = [];
  for (let left = dishes; left > 0; left -= 1)
    posts.push(await buildPost(lapau, { ...given, is_open: left % 2 === 0 }));
  return { seller, posts };
}

type Phone = { width: number; height: number; text: string };

async function openOn(page: Page, path: string, { width, height, text }: Phone): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await page.evaluate((size) => document.documentElement.style.setProperty('text-size-adjust', size), text);
}

/** How far it is above the bottom navigation, or the screen's end where there is none; negative below. */
async function roomBelow(page: Page, element: Locator): Promise<number> {
  const bottomOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: -Infinity, height: 0 };
  const bar = page.getByRole('navigation', { name: 'Navigasi utama' });
  const end = (await bar.count()) > 0 ? (await bottomOf(bar)).y : (page.viewportSize()?.height ?? 0);
  const { y, height } = await bottomOf(element);
  return end - y - height;
}

const small = { width: 360, height: 640, text: '100%' };
const largeText = { width: 360, height: 740, text: '130%' };
const smallest = { width: 320, height: 640, text: '130%' };

for (const phone of [small, largeText]) {
  const title = `${phone.width} × ${phone.height} with text at ${phone.text}`;
  test(`the cook’s first screen has the switches of stall and newest dishes: ${title}`, async ({ lapau, open }) => {
    for (const dishes of [1, 40]) {
      const { seller } = await buildStall(lapau, dishes);
      const page = await open('about:blank', seller);
      await openOn(page, '/my-warung', phone);
      const newest = page.getByRole('switch', { name: dishName });
      await expect(newest.first()).toBeVisible();
      const switches = [
        page.getByRole('switch', { name: /^Warung/ }),
        newest.first(),
        newest.nth(Math.min(1, dishes - 1)),
      ];
      for (const shown of switches) await expect.poll(() => roomBelow(page, shown)).toBeGreaterThanOrEqual(0);
      await page.context().close();
    }
  });
}

test('a cook without dishes has the first step on the first screen', async ({ lapau, open }) => {
  const { seller } = await buildStall(lapau, 0);
  const page = await open('about:blank', seller);
  await openOn(page, '/my-warung', smallest);
  const step = page.getByRole('link', { name: 'Pasang makanan pertama' });
  await expect.poll(() => roomBelow(page, step)).toBeGreaterThanOrEqual(0);
});

test('a stall’s page shows food on the first screen with large text', async ({ lapau, open }) => {
  const { seller } = await buildStall(lapau, 2);
  const page = await open('about:blank', await buildMember(lapau));
  await openOn(page, `/warungs/${seller.id}`, largeText);
  const photo = page.getByRole('list', { name: 'Menu' }).locator('img').first();
  // The upper half of a photo says what it is.
  const shownHalf = async () => (await roomBelow(page, photo)) + ((await photo.boundingBox())?.height ?? 0) / 2;
  await expect.poll(shownHalf).toBeGreaterThanOrEqual(0);
  await page.getByRole('button', { name: 'Selengkapnya' }).click();
  await expect(page.getByText('Masakan rumah. '.repeat(20).trim())).toBeVisible();
});

test('a stranger with a link sees the dish or stall, ‘Masuk’ and ‘Daftar Akun Baru’ without scrolling', async ({
  lapau,
  open,
}) => {
  const { seller, posts } = await buildStall(lapau, 1);
  for (const path of [`/post/${posts[0]?.id}`, `/warungs/${seller.id}`]) {
    for (const phone of [small, largeText, smallest]) {
      const page = await open('about:blank');
      await openOn(page, path, phone);
      const heading = page.getByRole('heading', { name: /^Masuk untuk melihat/ });
      await expect(heading).toBeVisible();
      const links = [page.getByRole('button', { name: 'Masuk' }), page.getByRole('link', { name: 'Daftar Akun Baru' })];
      const shown = [heading, page.getByRole('img', { name: path.includes('post') ? dishName : stallName }), ...links];
      for (const one of shown) await expect.poll(() => roomBelow(page, one)).toBeGreaterThanOrEqual(0);
      await page.context().close();
    }
  }
});
