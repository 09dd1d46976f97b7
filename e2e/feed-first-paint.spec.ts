import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { askForShell } from './support/rendered.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /ERR_FAILED/ });

/** Reloads the page with the shell and without the app's code; its styles never arrive. */
async function reloadWithoutApp(page: Page): Promise<void> {
  await askForShell(page.context(), page.url());
  await page.context().route('**/assets/*.js', (route) => route.abort());
  await page.context().route('**/assets/*.css', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Texts are laid out to a fraction of a pixel, which depends on how the line is made up. */
const rounded = (box: Awaited<ReturnType<typeof boxOf>>) =>
  box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) };

const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

test('before the app and its styles have loaded, bars and mark are where they will be', async ({ lapau, open }) => {
  const page = await open('/', await buildMember(lapau));
  await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
  const parts = {
    'header:has(svg)': '.fp-top',
    'header svg': '.fp-top svg',
    'nav[aria-label="Navigasi utama"]': '.fp-nav',
  };
  const boxes = await Promise.all(Object.keys(parts).map((selector) => boxOf(page, selector)));
  await reloadWithoutApp(page);
  await expect.poll(() => Promise.all(Object.values(parts).map((selector) => boxOf(page, selector)))).toEqual(boxes);
  await expect(page.locator('.fp-photo')).toBeVisible();
  await expect(page.locator('.first-paint')).toHaveAttribute('aria-hidden', 'true');
});

test('the newest dish can be seen before the app has loaded, where the app then shows it', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: 'Koto <Baru>' },
    warung: { name: unique('Kadai & Etek') },
  });
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai'), price: '12000', images });
  const page = await open('/', await buildMember(lapau));
  const card = page.getByRole('article').first();
  await expect(card).toContainText(seller.warung.name);
  const boxes = () =>
    Promise.all(
      [card.locator('img[alt]:not([alt=""])'), card.getByText('Rp 12.000').first()].map((part) => part.boundingBox()),
    );
  const shown = await boxes();
  await reloadWithoutApp(page);
  const first = page.locator('.first-paint');
  await expect(first).toContainText(`${seller.warung.name}Koto <Baru>`);
  await expect(first).toContainText('Rp 12.000');
  await expect
    .poll(() => page.locator('.fp-photo img').evaluate((photo: HTMLImageElement) => photo.naturalWidth))
    .toBeGreaterThan(0);
  await expect
    .poll(() => Promise.all(['.fp-photo img', '.fp-photo b'].map((part) => boxOf(page, part))))
    .toEqual(shown);
});

test('the app comes also when the photo of the first paint does not', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images });
  const page = await open('about:blank', await buildMember(lapau));
  await page.context().route('**/storage/posts/**', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('before the app has loaded, the mark is where the login page shows it', async ({ open }) => {
  const page = await open('/login');
  await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  const mark = await boxOf(page, 'main svg');
  await reloadWithoutApp(page);
  await expect.poll(() => boxOf(page, '.fp-top svg')).toEqual(mark);
  await expect(page.locator('.fp-nav')).toBeHidden();
});

test('a stranger sees what a link is about before the app has loaded, where the app then shows it', async ({
  lapau,
  open,
}) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari }, warung: { name: unique('Kadai & Etek') } });
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai'), price: '12000', images });
  const page = await open(`/post/${post.id}`);
  const heading = page.getByRole('heading', {
    name: `Masuk untuk melihat ${post.food_name} dari ${seller.warung.name}`,
  });
  await expect(heading).toBeVisible();
  const parts = [page.getByRole('img', { name: post.food_name }), page.getByText(`Nagari ${nagari}`)];
  const shown = (await Promise.all(parts.map((part) => part.boundingBox()))).map(rounded);
  await page.goto(`/post/${post.id}`);
  await expect(heading).toBeVisible();
  await reloadWithoutApp(page);
  await expect(page.locator('.fp-greeting')).toContainText(`${post.food_name} dari ${seller.warung.name}`);
  await expect
    .poll(async () =>
      (await Promise.all(['.fp-greeting img', '.fp-greeting em'].map((part) => boxOf(page, part)))).map(rounded),
    )
    .toEqual(shown);
});
