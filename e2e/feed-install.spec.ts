import type { Page } from '@playwright/test';
import { buildMember, buildPost } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';

/** What Chromium sends a page that it would install; `prompted` counts how often its dialog was opened. */
const sendPrompt = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.documentElement.dataset['prompted'] = String(
        Number(document.documentElement.dataset['prompted'] ?? 0) + 1,
      );
      return { outcome: 'accepted' };
    };
    window.dispatchEvent(Object.assign(event, { prompt }));
    return event.defaultPrevented;
  });

/** The days that the device has noted. */
const noted = (page: Page) => page.evaluate(() => localStorage.getItem('pasang') ?? '');

/** Opens the app on a day, and waits for the last of the code that it loads at rest: what offers anything is there by then. */
async function openOn(page: Page, day: string, path = '/') {
  await page.clock.setFixedTime(new Date(`${day}T08:00:00+07:00`));
  const lastCode = page.waitForRequest(/\/assets\/dead-ends-/, { timeout: 60_000 });
  await page.goto(path);
  await lastCode;
  await expect.poll(() => noted(page)).toContain('first');
}

/** Likes a dish, or takes it back, and waits until the server has it. */
async function like(page: Page, dish: string) {
  const answered = page.waitForResponse('**/rpc/toggle_like');
  await page.getByRole('article', { name: dish }).getByRole('button', { name: /suka/i }).first().click();
  await answered;
}

const offer = (page: Page) => page.getByText('Pasang Lapau di layar utama');

test('the app is offered on the second day after a success, and not again for a month', async ({ lapau, open }) => {
  const { food_name: dish } = await buildPost(lapau);
  const page = await open('about:blank', await buildMember(lapau));
  await openOn(page, '2026-12-01');
  expect(await sendPrompt(page)).toBe(true);
  await like(page, dish);
  await openOn(page, '2026-12-02');
  await sendPrompt(page);
  await expect(offer(page)).toBeHidden();
  await like(page, dish);
  await expect(offer(page)).toBeVisible();
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await expect(offer(page)).toBeHidden();
  await search.blur();
  await page.getByRole('button', { name: 'Nanti' }).click();
  await expect(offer(page)).toBeHidden();
  expect(await noted(page)).toBe('{"first":"2026-12-01","offered":"2026-12-02"}');

  await openOn(page, '2026-12-31');
  await sendPrompt(page);
  await like(page, dish);
  expect(await noted(page)).toContain('"offered":"2026-12-02"');
  await openOn(page, '2027-01-03');
  await sendPrompt(page);
  await like(page, dish);
  await page.getByRole('button', { name: 'Pasang', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', '1');
  await expect(offer(page)).toBeHidden();
});

test('an installed app does not offer itself', async ({ lapau, open }) => {
  const { food_name: dish } = await buildPost(lapau);
  const page = await open('about:blank', await buildMember(lapau));
  await openOn(page, '2026-12-01');
  // The page answers as in an app's window, which this browser cannot open.
  await page.addInitScript(() => {
    const match = window.matchMedia.bind(window);
    window.matchMedia = (query) => match(query.includes('display-mode: standalone') ? 'all' : query);
  });
  await openOn(page, '2026-12-02', '/profile');
  await expect(page.getByRole('switch', { name: 'Hemat data' })).toBeVisible();
  await sendPrompt(page);
  await expect(page.getByText('Pasang Lapau')).toBeHidden();
  await page.getByRole('link', { name: 'Feed' }).click();
  await like(page, dish);
  expect(await noted(page)).toBe('{"first":"2026-12-01"}');
});

test('the profile installs the app at any time, until it is installed', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  await expect(page.getByRole('switch', { name: 'Hemat data' })).toBeVisible();
  const row = page.getByRole('button', { name: 'Pasang Lapau' });
  await expect(row).toBeHidden();
  await sendPrompt(page);
  await row.click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', '1');
  await expect(row).toBeHidden();
  await sendPrompt(page);
  await expect(row).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(row).toBeHidden();
});

test('Safari of an iPhone, which asks nobody, gets the way through its share menu', async ({ lapau, open }) => {
  const { food_name: dish } = await buildPost(lapau);
  const page = await open('about:blank', await buildMember(lapau));
  await page.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
    Object.defineProperties(navigator, {
      standalone: { value: false },
      userAgent: { value: userAgent },
      maxTouchPoints: { value: 5 },
    });
  });
  await openOn(page, '2026-12-01');
  await openOn(page, '2026-12-02');
  await like(page, dish);
  const steps = page.getByText('Ketuk Bagikan, lalu ‘Tambahkan ke Layar Utama’.');
  await expect(steps).toBeVisible();
  await page.getByRole('button', { name: 'Mengerti' }).click();
  await expect(steps).toBeHidden();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(steps).toBeVisible();
});
