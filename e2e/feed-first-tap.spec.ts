import type { Locator, Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { pauseCall } from './support/calls.ts';
import { holdLazyCode, waitForPreloadedCode } from './support/lazy-code.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { unique } from './support/unique.ts';

/** The feed with one post, while the code that it does not need is held back. */
async function openFeedWithoutLazyCode(lapau: Lapau, open: Open) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = unique('Sala Lauak');
  await buildPost(lapau, { user_id: seller.id, food_name: dish, images: [await storePhoto(lapau, seller)] });
  const page = await open('about:blank', await buildMember(lapau));
  const release = await holdLazyCode(page.context());
  const feed = `/?nagari=${encodeURIComponent(seller.nagari)}`;
  await page.goto(feed, { waitUntil: 'commit' });
  const card = page.getByRole('article', { name: dish });
  return { page, dish, feed, card, comments: card.getByRole('button', { name: /^Komentar/ }), release };
}

/** Records in the page how much of the screen dialogs and menus cover in each frame. @returns reads the gaps between them */
async function watchForGaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const look = () => {
      const shown = [...document.querySelectorAll('[role="dialog"], [role="menu"]')];
      frames.push(shown.filter((element) => getComputedStyle(element).opacity === '1').length);
      requestAnimationFrame(look);
    };
    look();
  });
  return () =>
    page.evaluate(() => (window as unknown as { frames: number[] }).frames.filter((shown) => shown === 0).length);
}

const boxOf = (locator: Locator) => locator.boundingBox();

test('comments answer the first tap before their code has arrived', async ({ lapau, open }) => {
  const { page, comments, release } = await openFeedWithoutLazyCode(lapau, open);
  await comments.tap();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByRole('heading', { name: 'Komentar' })).toBeVisible();
  await expect(sheet.getByRole('status')).toHaveText(/Memuat|Menunggu sinyal|Belum ada jawaban/);
  const parts = [sheet, sheet.getByRole('heading'), sheet.getByRole('button', { name: 'Tutup' })];
  const boxes = await Promise.all(parts.map(boxOf));
  const countGaps = await watchForGaps(page);
  release();
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toBeVisible();
  expect(await countGaps()).toBe(0);
  expect(await Promise.all(parts.map(boxOf))).toEqual(boxes);
  await expect(sheet).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Tutup' }).tap();
  await expect(sheet).toBeHidden();
});

test('what shows until the code has arrived closes with back, Esc and a tap outside', async ({ lapau, open }) => {
  const { page, feed, comments } = await openFeedWithoutLazyCode(lapau, open);
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  const ways = [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(180, 20),
    () => sheet.getByRole('button', { name: 'Tutup' }).tap(),
  ];
  for (const close of ways) {
    await comments.tap();
    await expect(sheet).toBeVisible();
    // The sheet gets its entry in the history a moment later; without that entry, going back leaves the page.
    await page.waitForFunction(() => (window.history.state as { overlay?: number } | null)?.overlay === 1);
    await close();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(feed);
    await expect(comments).toBeFocused();
  }
});

test('a menu answers the first tap before its code has arrived', async ({ lapau, open }) => {
  const { page, dish, card, release } = await openFeedWithoutLazyCode(lapau, open);
  const name = `Menu ${dish}`;
  await card.getByRole('button', { name }).tap();
  const shell = page.getByRole('dialog', { name });
  await expect(shell.getByRole('status')).toHaveText(/Memuat|Menunggu sinyal|Belum ada jawaban/);
  const box = await boxOf(shell);
  const countGaps = await watchForGaps(page);
  release();
  const menu = page.getByRole('menu', { name });
  await expect(menu.getByRole('menuitem', { name: 'Laporkan' })).toBeVisible();
  expect(await countGaps()).toBe(0);
  expect(await boxOf(menu)).toEqual(box);
  await expect(shell).toHaveCount(0);
});

const tabs = [
  { tab: 'Makanan', placeholder: 'Cari makanan atau warung...' },
  { tab: 'Warung', placeholder: 'Cari nama warung...' },
  { tab: 'Profil', placeholder: undefined },
];

for (const { tab, placeholder } of tabs) {
  test(`the tab ${tab} answers the first tap before its code has arrived`, async ({ lapau, open }) => {
    const { page, card, release } = await openFeedWithoutLazyCode(lapau, open);
    await expect(card).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Navigasi utama' }).getByRole('link', { name: tab });
    await link.tap();
    await expect(page.getByRole('heading', { name: tab, level: 1 })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/Memuat|Menunggu sinyal|Belum ada jawaban/);
    await expect(page).toHaveTitle(`${tab} · Lapau`);
    const search = page.getByPlaceholder(placeholder ?? 'none');
    const box = placeholder && (await boxOf(search));
    release();
    if (placeholder) {
      await expect(page.locator('main [inert]')).toHaveCount(0);
      expect(await boxOf(search)).toEqual(box);
    } else await expect(page.getByRole('heading', { name: 'Data diri' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab);
  });
}

/** Opens the feed for somebody, and records what it fetches of the app's code until all is there, by the names of the files. */
async function codeFetchedAtRest(open: Open, member: BuiltMember): Promise<{ page: Page; fetched: string[] }> {
  const page = await open('about:blank', member);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (name) fetched.push(name);
  });
  await page.goto('/');
  await waitForPreloadedCode(page);
  return { page, fetched };
}

test('the code of what is likely to be tapped is fetched first', async ({ lapau, open }) => {
  const { fetched } = await codeFetchedAtRest(open, await buildMember(lapau));
  for (const later of ['sheets', 'tabs']) {
    const order = ['index', later, 'talk'].map((name) => fetched.indexOf(name));
    expect(order.every((place) => place >= 0)).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  }
});

const desk = /^desk/;
const cook = /^cook/;

test('at rest the page has the code that its person uses, in few files', async ({ lapau, open }) => {
  const people = [
    { member: await buildMember(lapau), without: [desk, cook] },
    { member: await buildSeller(lapau), without: [desk] },
    { member: await buildAdmin(lapau), without: [] },
  ];
  for (const { member, without } of people) {
    const { page, fetched } = await codeFetchedAtRest(open, member);
    expect(fetched.length).toBeLessThanOrEqual(30);
    expect(fetched.filter((name) => without.some((pattern) => pattern.test(name)))).toEqual([]);
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\/assets\//.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeLessThan(450_000);
    await page.close();
  }
});

test('nothing is fetched in advance for somebody who saves data', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/');
  await expect.poll(() => fetched.some((url) => /preload-code/.test(url))).toBe(true);
  await page.getByRole('link', { name: 'Profil' }).tap();
  await expect(page.getByRole('heading', { name: 'Data diri' })).toBeVisible();
  expect(fetched.filter((url) => /\/(sheets|talk|cook)-/.test(url))).toEqual([]);
});

test('while what a person has asked for is loading, no code is fetched in advance', async ({ lapau, open }) => {
  const { page, comments, release } = await openFeedWithoutLazyCode(lapau, open);
  const releaseCall = await pauseCall(page, 'get_comments_for_post');
  const asked = page.waitForRequest(/get_comments_for_post/);
  await comments.tap();
  release();
  await asked;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (let turn = 0; turn < 5; turn += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  }
  // Nothing has been fetched yet but the code that stores and sends comments.
  expect(fetched.filter((url) => /\/assets\/(?!device-)/.test(url))).toEqual([]);
  releaseCall();
  await expect.poll(() => fetched.some((url) => /\/assets\/talk-/.test(url))).toBe(true);
});
