import { rm } from 'node:fs/promises';
import { oldestProtocolHeader, protocol } from '@lapau/contract/protocol';
import type { BrowserContext, Page } from '@playwright/test';
import { buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { keptFiles, untilKept } from './support/device.ts';
import { waitForPreloadedCode } from './support/lazy-code.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { buildRelease } from './support/release.ts';
import { expect, test as base } from './support/story.ts';

type Village = {
  page: Page;
  context: BrowserContext;
  /** A dish of the feed. */
  dish: string;
  /** Has the server serve another release of the web app. */
  serve: (folder: string) => Promise<void>;
  /** Makes a release, which is removed after the story. */
  release: typeof buildRelease;
};

/** A cook's phone that can open the app without a network, and a server of its own. */
const test = base.extend<{ village: Village }>({
  village: async ({ browser }, use) => {
    const folders: string[] = [];
    let lapau = await startLapauProcess();
    const { port } = new URL(lapau.url);
    const seller = await buildSeller(lapau);
    const { food_name: dish } = await buildPost(lapau, { food_name: 'Gulai Paku', user_id: seller.id });
    const context = await browser.newContext({
      baseURL: lapau.url,
      viewport: { width: 360, height: 740 },
      locale: 'id-ID',
      serviceWorkers: 'allow',
    });
    const [cookie = '', value = ''] = seller.cookie.split('=', 2);
    await context.addCookies([{ name: cookie, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    await page.goto('/');
    await untilKept(page, dish);
    await use({
      page,
      context,
      dish,
      serve: async (webFolder) => {
        await lapau.kill();
        lapau = await startLapauProcess(lapau.dataFolder, { port, webFolder });
      },
      release: async (name, faults) => {
        const folder = await buildRelease(name, faults);
        folders.push(folder);
        return folder;
      },
    });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    await lapau.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  },
});

/** Waits until the page is of the release with this name, or of the first release without one. */
const expectRelease = (page: Page, name?: string) =>
  name === undefined
    ? expect(page.locator('html')).not.toHaveAttribute('data-release')
    : expect(page.locator('html')).toHaveAttribute('data-release', name);
const reloadButton = (page: Page) => page.getByRole('button', { name: 'Muat ulang' });

/** Waits until the device has all code of a release. */
const untilStored = (page: Page, name: string) =>
  expect
    .poll(
      async () =>
        Object.values(await keptFiles(page)).some(
          (files) => files.includes('/shell') && files.some((file) => file.includes(`-${name}.js`)),
        ),
      { timeout: 60_000 },
    )
    .toBe(true);

const shown = (page: Page, dish: string) => expect(page.getByRole('article', { name: dish })).toBeVisible();

test('after a first visit the device has that release, and tells of no newer one', async ({ village: { page } }) => {
  // The device notes the start once the worker has compared the page with what it keeps.
  await expect.poll(async () => Object.values(await keptFiles(page)).flat(), { timeout: 60_000 }).toContain('/starts');
  await expect(page.getByText('Versi baru tersedia')).toBeHidden();
});

test('a new release is told by a quiet bar, which does not disturb who types, and a tap takes it', async ({
  village,
}) => {
  const { page, dish } = village;
  await village.serve(await village.release('next'));
  await page.goto('/');
  await shown(page, dish);
  await expectRelease(page);
  await expect(page.getByText('Versi baru tersedia')).toBeVisible({ timeout: 60_000 });
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await expect(reloadButton(page)).toBeHidden();
  await search.blur();
  await reloadButton(page).click();
  await expectRelease(page, 'next');
  await shown(page, dish);
  await expect(page.getByText('Versi baru tersedia')).toBeHidden();
});

test('the bar of a new release covers no control of the navigation, and can be put away', async ({ village }) => {
  const { page, dish } = village;
  await village.serve(await village.release('next'));
  await page.goto('/');
  await shown(page, dish);
  await expect(reloadButton(page)).toBeVisible({ timeout: 60_000 });
  const add = page.getByRole('link', { name: 'Tambah' }).locator('span').first();
  const bar = page.getByRole('status').filter({ hasText: 'Versi baru tersedia' });
  const [barBox, addBox] = [await bar.boundingBox(), await add.boundingBox()];
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual(addBox?.y ?? 0);
  await page.getByRole('button', { name: 'Tutup kabar versi baru' }).click();
  await expect(bar).toBeHidden();
  await expectRelease(page);
  await page.reload();
  await expectRelease(page, 'next');
});

test('a page that stays open is told of a new release when its socket comes back', async ({ village }) => {
  const { page } = village;
  await village.serve(await village.release('next'));
  await expect(page.getByText('Versi baru tersedia')).toBeVisible({ timeout: 60_000 });
  await expectRelease(page);
  await reloadButton(page).click();
  await expectRelease(page, 'next');
});

test('a page whose socket is away is told of a new release when it comes to the front', async ({ village }) => {
  const { page, dish } = village;
  await page.routeWebSocket('**/realtime', () => {});
  await page.goto('/');
  await shown(page, dish);
  await waitForPreloadedCode(page);
  await village.serve(await village.release('next'));
  await expect(page.getByText('Versi baru tersedia')).toBeHidden();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('Versi baru tersedia')).toBeVisible({ timeout: 60_000 });
});

test('a page that keeps nothing opens a screen it has not loaded from a server of another release', async ({
  village,
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: new URL(village.page.url()).origin,
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  await context.addCookies(await village.context.cookies());
  // The app loads nothing in advance for somebody who saves data.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await context.newPage();
  await page.goto('/');
  await shown(page, village.dish);
  await village.serve(await village.release('next'));
  const code = page.waitForResponse((response) => response.url().includes('/assets/'));
  await page.getByRole('link', { name: 'Profil' }).click();
  expect((await code).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Profil' }).first()).toBeAttached();
  await expectRelease(page);
  await context.close();
});

test('a release during an upload waits for it, and loses nothing', async ({ village }) => {
  const { page } = village;
  await village.serve(await village.release('next'));
  let send = () => {};
  const sending = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() === 'POST') await sending;
    await route.continue();
  });
  await page.goto('/my-warung/tambah-menu');
  await page.getByLabel('Nama').fill('Lamang Tapai');
  await choosePhotos(page, await smallPhoto());
  await page.getByRole('heading').first().click();
  await reloadButton(page).click({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Menunggu kiriman...' })).toBeVisible();
  await expectRelease(page);
  send();
  await expectRelease(page, 'next');
  await expect(page.getByLabel('Nama')).toHaveValue('Lamang Tapai');
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
});

test('an app that the server does not speak with any more reloads itself once, when nothing is typed', async ({
  village,
}) => {
  const { page, context, dish } = village;
  await village.serve(await village.release('next'));
  let oldest = protocol;
  await context.route('**/rpc/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [oldestProtocolHeader]: String(oldest) } });
  });
  await page.goto('/');
  await shown(page, dish);
  const search = page.getByRole('searchbox').first();
  await search.fill('gulai');
  await search.blur();
  oldest = protocol + 1;
  await page.getByRole('button', { name: 'Suka' }).first().click();
  await untilStored(page, 'next');
  await shown(page, dish);
  await expectRelease(page);
  await search.fill('');
  await search.blur();
  await expectRelease(page, 'next');

  // The reloaded release is too old as well, and does not reload again and again.
  await shown(page, dish);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const renewed = context.waitForEvent('response', (response) => response.url().endsWith('/shell'));
  await page.getByRole('button', { name: /suka/i }).first().click();
  await renewed;
  await page.getByRole('link', { name: 'Makanan' }).click();
  await expect(page.getByRole('heading', { name: 'Makanan' })).toBeAttached();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a release that is broken locks nobody out', async ({ village }) => {
  const { page, dish } = village;
  const worker = "throw new Error('a worker that cannot be installed');";
  await village.serve(await village.release('missing', { isMissing: true, worker }));
  for (let start = 0; start < 2; start += 1) {
    await page.goto('/');
    await shown(page, dish);
    await expectRelease(page);
  }

  await village.serve(await village.release('failing', { code: "throw new Error('broken');", worker }));
  await page.goto('/');
  await shown(page, dish);
  await untilStored(page, 'failing');
  for (let start = 0; start < 2; start += 1) {
    await page.goto('/');
    await expectRelease(page, 'failing');
  }
  await page.goto('/');
  await shown(page, dish);
  await expectRelease(page);

  await village.serve(await village.release('mended'));
  await page.goto('/');
  await untilStored(page, 'mended');
  await page.goto('/');
  await shown(page, dish);
  await expectRelease(page, 'mended');
});
