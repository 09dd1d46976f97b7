import type { CDPSession, Page } from '@playwright/test';
import { buildAdmin, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, messageBox, messageRow, send } from './support/chat.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { offerOf, openPhone, test, untilAsked } from './support/push-story.ts';
import { PushPhone } from './support/push.ts';
import { expect } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: /WebSocket connection.*failed|ERR_INTERNET_DISCONNECTED/ });

const typed = 'Kalau masih ada, simpankan dua bungkus untuk saya ya Uni, nanti sore saya jemput ke situ.';

test('who types on after a first message loses no key to the question about push, which comes afterwards', async ({
  lapau,
  open,
  service,
}) => {
  const { page } = await openPhone({ lapau, open, service });
  await send(page, 'Masih ada, Uni?');
  await expect(messageRow(page, 'Masih ada, Uni?')).toContainText(/(?<!belum )terkirim/);
  await messageBox(page).tap();
  await messageBox(page).pressSequentially(typed, { delay: 100 });
  await expect(messageBox(page)).toHaveValue(typed);
  await expect(messageBox(page)).toBeFocused();
  await expect(offerOf(page)).toHaveCount(0);
  await untilAsked(page);
});

/** A finger that rests on the screen. */
async function finger(page: Page): Promise<{ move: () => Promise<unknown>; lift: () => Promise<unknown> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  let y = 300;
  await touch('touchStart', y);
  return { move: () => touch('touchMove', (y += 20)), lift: () => touch('touchEnd') };
}

/** A page with a clock of its own, so that nobody waits for what must not come. */
async function openWithClock(page: Page, phone: PushPhone, route: string): Promise<void> {
  await phone.prepare('prompt');
  await page.clock.install();
  await page.goto(route);
  await phone.untilListening();
}

/** Runs the page's clock on until the question is there. */
const runUntilAsked = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(1_000);
    await expect(offerOf(page)).toBeVisible({ timeout: 500 });
  }).toPass();

test('it comes neither under a finger, nor without a signal, nor over a dialog, nor while the page is not seen', async ({
  lapau,
  open,
  service,
}) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await openWithClock(page, new PushPhone(page, lapau, service), `/chat/${chat.id}`);
  await send(page, 'Masih ada, Uni?');
  await expect(messageRow(page, 'Masih ada, Uni?')).toContainText(/(?<!belum )terkirim/);
  const resting = await finger(page);
  await messageBox(page).blur();
  for (let moves = 0; moves < 3; moves += 1) {
    await page.clock.runFor(7_000);
    await expect(offerOf(page)).toHaveCount(0);
    await resting.move();
  }
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await resting.lift();
  await page.clock.runFor(20_000);
  await expect(offerOf(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Menu percakapan' }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.context().setOffline(false);
  await page.clock.runFor(20_000);
  await expect(offerOf(page)).toHaveCount(0);

  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  );
  await page.keyboard.press('Escape');
  await page.clock.runFor(20_000);
  await expect(offerOf(page)).toHaveCount(0);
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  await runUntilAsked(page);
});

test('after a first dish its toast is read first; after what an admin announces nothing is asked', async ({
  lapau,
  open,
  service,
}) => {
  const [seller, admin] = [await buildSeller(lapau), await buildAdmin(lapau)];
  const page = await open('about:blank', seller);
  await openWithClock(page, new PushPhone(page, lapau, service), '/my-warung/tambah-menu');
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill(unique('Gulai Baung'));
  await page.getByLabel('Harga').fill('15000');
  await page.getByRole('button', { name: 'Posting' }).tap();
  const toasts = toastsOf(page).filter({ hasText: 'Postingan baru berhasil ditambahkan!' });
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(3_000);
  await expect(toasts).toHaveCount(1);
  await expect(offerOf(page)).toHaveCount(0);
  await runUntilAsked(page);
  expect(await toastsOf(page).count()).toBe(0);

  const office = await open('about:blank', admin);
  await openWithClock(office, new PushPhone(office, lapau, service), '/admin/add-post');
  await choosePhotos(office, await smallPhoto());
  await office.getByLabel('Nama', { exact: true }).fill(unique('Gotong Royong'));
  await office.getByRole('button', { name: 'Posting' }).tap();
  await expect(toastsOf(office).filter({ hasText: 'Postingan baru berhasil ditambahkan!' })).toHaveCount(1);
  for (let step = 0; step < 20; step += 1) await office.clock.runFor(1_000);
  await expect(offerOf(office)).toHaveCount(0);
});

test('bars and toasts that come while a person types take neither keys nor focus, and show afterwards', async ({
  lapau,
  open,
  service,
}) => {
  const { page, phone } = await openPhone({ lapau, open, service }, 'granted');
  await page.goto('/');
  const bar = page.getByText('Versi baru tersedia');
  const tellRelease = () =>
    page.evaluate(() => {
      const data = { type: 'release', files: ['/assets/index-newer.js'] };
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    });
  await expect(async () => {
    await tellRelease();
    await expect(bar).toBeVisible({ timeout: 4_000 });
  }).toPass();
  const box = page.getByRole('searchbox');
  await box.tap();
  await expect(bar).toBeHidden();

  const arrives = [
    () => phone.deliver({ tag: 'notifications', title: 'Keputusan admin', url: '/about', unread: 1 }),
    tellRelease,
    () => page.context().setOffline(true),
    () => page.context().setOffline(false),
    () => page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt'))),
  ];
  const part = Math.ceil(typed.length / arrives.length);
  for (const [index, arrive] of arrives.entries()) {
    await Promise.all([arrive(), box.pressSequentially(typed.slice(index * part, (index + 1) * part), { delay: 60 })]);
    await expect(box).toBeFocused();
  }
  await expect(box).toHaveValue(typed);
  await expect(bar).toBeHidden();
  await expect(toastsOf(page)).toHaveCount(0);

  await box.blur();
  await expect(bar).toBeVisible();
  await expect(toastsOf(page)).toHaveText(['Keputusan adminLihat']);
});
