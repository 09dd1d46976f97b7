import type { Page } from '@playwright/test';
import { buildMember } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';

// The stories of a worker have one browser profile after another. Each of these but the first looks for what the one before it left.
test.describe.configure({ mode: 'serial' });

const permission = (page: Page) =>
  page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state);

test('a story changes all that a profile has', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  const context = page.context();
  await page.evaluate(async () => {
    localStorage.setItem('left', 'yes');
    sessionStorage.setItem('left', 'yes');
    await (await caches.open('left')).put('/left', new Response('yes'));
    await new Promise((resolve) => indexedDB.open('left').addEventListener('success', resolve));
    window.name = 'left';
    document.cookie = 'left=yes';
  });
  await context.grantPermissions(['geolocation']);
  await context.route('**/healthz', (route) => route.fulfill({ body: 'left' }));
  await page.addInitScript(() => document.documentElement.setAttribute('left', ''));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  const other = await context.newPage();
  await other.goto('/about');
  expect(await permission(page)).toBe('granted');
});

test('the next story finds nothing of it but the cached files of the app', async ({ open }) => {
  const page = await open('/');
  expect(page.context().pages()).toHaveLength(1);
  await expect(page).toHaveURL(/\/login/);
  // The page of this story has given the profile the cookie of its device.
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, value }) => [name, value.split('.').length])).toEqual([['lapau.device', 2]]);
  const left = await page.evaluate(async () => ({
    stored: [localStorage.getItem('left'), sessionStorage.getItem('left'), ...(await caches.keys())],
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'left'),
    attribute: document.documentElement.hasAttribute('left'),
    name: window.name,
    reduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
    width: window.innerWidth,
    healthz: await (await fetch('/healthz')).text(),
  }));
  expect(left).toMatchObject({
    stored: [null, null],
    databases: [],
    attribute: false,
    name: '',
    reduced: false,
    width: 360,
  });
  expect(left.healthz).not.toBe('left');
  expect(await permission(page)).not.toBe('granted');
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        /\/assets\/index-.*\.js$/.test(entry.name) ? (entry as PerformanceResourceTiming).transferSize : [],
      ),
  );
  expect(loaded).toEqual([0]);
  await page.context().setOffline(true);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
});
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed/ });

test('a story is online after one that was not, and sets the clock', async ({ open }) => {
  const page = await open('/');
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.clock.setFixedTime(new Date('2030-01-01'));
  await page.reload();
  expect(await page.evaluate(() => new Date().getFullYear())).toBe(2030);
});

test('a story after one that set the clock has the time of the day', async ({ open }) => {
  const page = await open('/');
  expect(await page.evaluate(() => new Date().getFullYear())).not.toBe(2030);
});

test('an error of a page fails its own story', async ({ open }) => {
  test.fail();
  const page = await open('/');
  await page.evaluate(() => void Promise.reject(new Error('unhandled')));
});

test('an error of a page does not fail the next story', async ({ open }) => {
  await expect(await open('/')).toHaveURL(/\/login/);
});
