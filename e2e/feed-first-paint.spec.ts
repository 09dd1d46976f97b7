import type { Page } from '@playwright/test';
import { buildMember } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';

test.use({ expectedErrors: /ERR_FAILED/ });

/** Reloads the page without the app's code; its styles never arrive. */
async function reloadWithoutApp(page: Page): Promise<void> {
  await page.context().route('**/assets/*.js', (route) => route.abort());
  await page.context().route('**/assets/*.css', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

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
  await expect(page.locator('.fp-photo i')).toBeVisible();
  await expect(page.locator('.first-paint')).toHaveAttribute('aria-hidden', 'true');
});

test('before the app has loaded, the mark is where the login page shows it', async ({ open }) => {
  const page = await open('/login');
  await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  const mark = await boxOf(page, 'main svg');
  await reloadWithoutApp(page);
  await expect.poll(() => boxOf(page, '.fp-top svg')).toEqual(mark);
  await expect(page.locator('.fp-nav')).toBeHidden();
});
