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

async function showOn(page: Page, { width, height, text }: Phone): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => document.documentElement.style.setProperty('text-size-adjust', size), text);
}

/** How far an element is above the bottom navigation, or the screen's end where there is none; negative below. */
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

for (const dishes of [1, 40]) {
  test(`the first screen of a cook with ${dishes} dishes has the switches of stall and newest dishes`, async ({
    lapau,
    open,
  }) => {
    const { seller } = await buildStall(lapau, dishes);
    const page = await open('/my-warung', seller);
    const newest = page.getByRole('switch', { name: dishName });
    await expect(newest.first()).toBeVisible();
    const switches = [
      page.getByRole('switch', { name: /^Warung/ }),
      newest.first(),
      newest.nth(Math.min(1, dishes - 1)),
    ];
    for (const phone of [small, largeText, smallest]) {
      await showOn(page, phone);
      for (const shown of switches) await expect.poll(() => roomBelow(page, shown)).toBeGreaterThanOrEqual(0);
    }
  });
}

test('a cook without dishes has the first step on the first screen', async ({ lapau, open }) => {
  const { seller } = await buildStall(lapau, 0);
  const page = await open('/my-warung', seller);
  await showOn(page, smallest);
  const step = page.getByRole('link', { name: 'Pasang makanan pertama' });
  await expect.poll(() => roomBelow(page, step)).toBeGreaterThanOrEqual(0);
});

test('a stall’s page shows food on the first screen with large text', async ({ lapau, open }) => {
  const { seller } = await buildStall(lapau, 2);
  const page = await open(`/warungs/${seller.id}`, await buildMember(lapau));
  await showOn(page, largeText);
  const photo = page.getByRole('list', { name: 'Menu' }).locator('img').first();
  // The upper half of a photo is enough to recognise the dish.
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
  const page = await open('about:blank');
  for (const path of [`/post/${posts[0]?.id}`, `/warungs/${seller.id}`]) {
    await page.goto(path);
    const heading = page.getByRole('heading', { name: /^Masuk untuk melihat/ });
    await expect(heading).toBeVisible();
    const links = [page.getByRole('button', { name: 'Masuk' }), page.getByRole('link', { name: 'Daftar Akun Baru' })];
    const shown = [heading, page.getByRole('img', { name: path.includes('post') ? dishName : stallName }), ...links];
    for (const phone of [small, largeText, smallest]) {
      await showOn(page, phone);
      for (const one of shown) await expect.poll(() => roomBelow(page, one)).toBeGreaterThanOrEqual(0);
    }
  }
});
