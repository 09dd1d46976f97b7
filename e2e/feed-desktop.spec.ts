import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

async function onePost(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: unique('Lapau') } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, images });
  const nagari = encodeURIComponent(seller.nagari);
  // The lists have only this dish or stall: longer ones end in a spinner for their next page.
  const lists = [
    `/?nagari=${nagari}`,
    `/foods?nagari=${nagari}`,
    `/warung?cari=${encodeURIComponent(seller.warung.name)}`,
  ];
  return { seller, post, lists };
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Navigasi utama' });

test('the navigation is a rail beside the column from 1024 px, and a bar at the bottom below', async ({
  lapau,
  open,
}) => {
  const page = await open('/foods', await buildSeller(lapau));
  const boxes = async () => ({
    nav: (await rail(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    main: (await page.getByRole('main').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
  });
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    // The page may be on its way to its new width.
    await expect(async () => {
      const { nav, main } = await boxes();
      expect(nav.x).toBeGreaterThanOrEqual(0);
      expect(nav.x + nav.width).toBeLessThan(main.x);
      expect(main.width).toBeLessThanOrEqual(448);
      expect(Math.abs(main.x + main.width / 2 - width / 2)).toBeLessThan(10);
    }).toPass();
    await expect(rail(page).getByRole('link')).toHaveText(['Feed', 'Makanan', 'Tambah', 'Warung', 'Profil']);
    await expect(rail(page).getByRole('link', { name: 'Makanan' })).toHaveAttribute('aria-current', 'page');
  }
  // The links of the rail stand from top to bottom in the order of the bar.
  const tops = await rail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await rail(page).getByRole('link', { name: 'Tambah' }).click();
  await expect(page).toHaveURL('/my-warung/tambah-menu');
  // A form's own action leaves the rail where it is.
  await expect(rail(page)).toBeVisible();
  await page.goto('/foods');
  await page.setViewportSize({ width: 1023, height: 768 });
  await expect(async () => {
    const { nav } = await boxes();
    expect(nav).toMatchObject({ x: 0, width: 1023 });
    expect(nav.y + nav.height).toBe(768);
  }).toPass();
});

test('dialogs and sheets do not stretch', async ({ lapau, open }) => {
  const { seller } = await onePost(lapau);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  // The width is asked for again, as a placeholder stands in for a dialog until its code has arrived.
  const expectWidth = (name: string, most: number) =>
    expect
      .poll(async () => (await page.getByRole('dialog', { name }).boundingBox())?.width ?? Infinity)
      .toBeLessThanOrEqual(most);
  await page
    .getByRole('article')
    .getByRole('button', { name: /komentar/i })
    .first()
    .click();
  await expectWidth('Komentar', 448);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
  await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  await expectWidth('Laporkan Postingan', 384);
});

/** What is wrong with the ring around the element with the keyboard's focus, if anything is. */
const ringProblem = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const name = `${focused.tagName} "${focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40)}"`;
    const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(focused);
    const width = Number.parseFloat(outlineWidth);
    if (outlineStyle !== 'solid' || width < 2 || outlineColor !== 'rgb(242, 182, 50)') return `${name}: no gold ring`;
    const outset = Math.max(0, width + Number.parseFloat(outlineOffset));
    const box = focused.getBoundingClientRect();
    for (let parent = focused.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, overflowY, contentVisibility } = getComputedStyle(parent);
      if (overflowX === 'visible' && overflowY === 'visible' && contentVisibility === 'visible') continue;
      const clip = parent.getBoundingClientRect();
      const isInside =
        box.left - outset >= clip.left - 0.5 &&
        box.right + outset <= clip.right + 0.5 &&
        box.top - outset >= clip.top - 0.5 &&
        box.bottom + outset <= clip.bottom + 0.5;
      if (!isInside) return `${name}: clipped by ${parent.tagName}.${parent.className.slice(0, 60)}`;
    }
    return undefined;
  });

test('the keyboard’s focus is a gold ring that nothing clips', async ({ lapau, open }) => {
  const { post, lists } = await onePost(lapau);
  const page = await open('/about', await buildMember(lapau));
  const problems: string[] = [];
  for (const route of [...lists, `/post/${post.id}`, '/profile']) {
    await page.goto(route);
    await expect(rail(page)).toBeVisible();
    await expect(page.getByText(/Memuat\.\.\.|Menunggu sinyal|Belum ada jawaban/)).toHaveCount(0);
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const problem = await ringProblem(page);
      if (problem !== undefined) problems.push(`${route} ${problem}`);
    }
  }
  expect([...new Set(problems)]).toEqual([]);
});

test('the main screens are accessible on a desktop', async ({ lapau, open }) => {
  const { seller, post, lists } = await onePost(lapau);
  const page = await open('/', seller);
  for (const route of [...lists, `/post/${post.id}`, '/profile', '/notifications']) {
    await page.goto(route);
    await expect(rail(page)).toBeVisible();
    await expect(page.getByText(/Memuat\.\.\.|Menunggu sinyal|Belum ada jawaban/)).toHaveCount(0);
    await expectAccessible(page);
  }
});
