import type { Page } from '@playwright/test';
import { buildMember, buildPost } from '../server/src/testing/builders.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { keptFiles, untilKept } from './support/device.ts';
import { storedAnswers } from './support/stores.ts';
import { expect, test } from './support/story.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_CONNECTION_REFUSED|ERR_FAILED|WebSocket connection.*failed/,
});

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test('with its server gone the app opens; a server that wants no app on devices has it leave them', async ({
  browser,
}) => {
  const lapau = await startLapauProcess();
  const member = await buildMember(lapau);
  const { food_name: name } = await buildPost(lapau, { food_name: 'Gulai Paku' });
  const context = await browser.newContext({ baseURL: lapau.url, viewport: { width: 360, height: 740 } });
  const [cookie = '', value = ''] = member.cookie.split('=', 2);
  await context.addCookies([{ name: cookie, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto('/');
  await untilKept(page, name);
  await lapau.kill();
  await page.goto('/');
  await expect(page.getByRole('article', { name })).toBeVisible();
  await expect(page.getByText('Tidak ada sinyal.')).toBeVisible();

  const { port } = new URL(lapau.url);
  const again = await startLapauProcess(lapau.dataFolder, { port, environment: { LAPAU_OFFLINE: 'off' } });
  await page.goto('/');
  await expect.poll(() => registrations(page)).toBe(0);
  await page.goto('/');
  await expect(page.getByRole('article', { name })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'off');
  await expect.poll(async () => Object.keys(await keptFiles(page))).toEqual([]);
  await expect.poll(() => storedAnswers(page)).not.toContain(name);
  await context.close();
  await again.stop();
});

test('a browser that refuses to store anything shows the app as without', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const { food_name: name } = await buildPost(lapau);
  const page = await open('about:blank', member);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    Object.defineProperty(window, 'caches', { value: undefined });
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  });
  await page.goto('/');
  const card = page.getByRole('article', { name }).first();
  await expect(card).toBeVisible();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/dead-ends-')),
  );
  await page.getByRole('link', { name: 'Profil' }).click();
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(page).toHaveURL(/login/);
});
