import type { Page } from '@playwright/test';
import { pushAddresses } from '../server/src/testing/push-addresses.ts';
import { buildChat, send } from './support/chat.ts';
import { NativeApp } from './support/native-bridge.ts';
import { offerOf, openPhone, openSubscribed, test, untilAsked } from './support/push-story.ts';
import { expect } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /WebSocket connection.*failed|subscribe_push|ERR_INTERNET_DISCONNECTED|support the Push API/,
});

const unreachable = /^Notifikasi tidak menyala: browser ini tidak dapat menghubungi layanan notifikasinya\./;
const thisPhone = (page: Page) => page.getByRole('switch', { name: 'Nyala di HP ini' });
const openProfile = async (page: Page) => {
  await page.goto('/profile');
  await expect(thisPhone(page)).toBeVisible();
};

test('the question says that the browser reaches no push service, stays, and turns push on once it does', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openPhone({ lapau, open, service });
  await send(page, 'Masih ada, Uni?');
  await untilAsked(page);
  await phone.setPermission('granted');
  const offer = offerOf(page);
  for (const name of ['AbortError', 'InvalidStateError'] as const) {
    phone.fails = name;
    await offer.getByRole('button', { name: 'Nyalakan' }).tap();
    await expect(offer.getByRole('status')).toHaveText(unreachable);
    await expect(offer.getByRole('button', { name: 'Nyalakan' })).toBeEnabled();
  }
  expect(await pushAddresses(lapau, chat.buyer.id)).toEqual([]);
  await expect(toastsOf(page)).toHaveCount(0);

  phone.fails = undefined;
  await offer.getByRole('button', { name: 'Nyalakan' }).tap();
  await expect(offer).toBeHidden();
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toHaveLength(1);
});

test('on the profile nothing is shown as on that is off, whoever has something against it', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openPhone({ lapau, open, service }, 'granted');
  await openProfile(page);
  const turnOn = async (reason: RegExp) => {
    await thisPhone(page).tap();
    await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
    await expect(thisPhone(page)).not.toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem('subscription of the test'))).toBeNull();
    expect(await pushAddresses(lapau, chat.buyer.id)).toEqual([]);
  };
  phone.fails = 'AbortError';
  await turnOn(unreachable);
  phone.fails = 'NotAllowedError';
  await turnOn(/^Browser ini memblokir notifikasi dari Lapau\./);

  phone.fails = undefined;
  const refusal = { code: 'push_endpoint_refused', message: 'Notifikasi tidak dapat dikirim ke browser ini.' };
  await page.route('**/rpc/subscribe_push', (route) => route.fulfill({ status: 422, json: refusal }));
  await turnOn(/^Notifikasi tidak dapat dikirim ke browser ini\./);
  await page.unroute('**/rpc/subscribe_push');
  await page.route('**/rpc/subscribe_push', (route) => route.abort('internetdisconnected'));
  await turnOn(/^Tidak dapat terhubung ke server\./);
  await page.unroute('**/rpc/subscribe_push');

  await thisPhone(page).tap();
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toHaveLength(1);
  await expect(thisPhone(page)).toBeChecked();
  await expect(page.getByText(unreachable)).toHaveCount(0);
});

test('Chromium’s own push manager, which refuses, is told of in the same way', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  // Without a screen to ask on, Chromium says that everything is denied.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }));
  await page.addInitScript(() => (Notification.requestPermission = async () => 'granted'));
  await openProfile(page);
  await thisPhone(page).tap();
  await expect(page.getByRole('status').filter({ hasText: /^Browser ini memblokir notifikasi/ })).toBeVisible();
  await expect(thisPhone(page)).not.toBeChecked();
});

test('a browser that never answers has twenty seconds', async ({ lapau, open, service }) => {
  const { page, phone } = await openPhone({ lapau, open, service }, 'granted');
  await openProfile(page);
  await page.clock.install();
  await page.reload();
  phone.fails = 'silent';
  await expect(thisPhone(page)).not.toBeChecked();
  await thisPhone(page).tap();
  await expect(thisPhone(page)).toBeChecked();
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(page.getByText(unreachable)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(thisPhone(page)).not.toBeChecked();
});

test('what was on and is lost later is shown as off with its reason, and without a signal as it was', async ({
  lapau,
  open,
  service,
}) => {
  const { chat, page, phone } = await openSubscribed({ lapau, open, service });
  await openProfile(page);
  await expect(thisPhone(page)).toBeChecked();
  await page.route('**/rpc/get_push_settings', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(thisPhone(page)).toBeChecked();
  await expect(page.getByText(unreachable)).toHaveCount(0);
  await page.unroute('**/rpc/get_push_settings');

  // The browser has lost its subscription and gets no other.
  phone.fails = 'AbortError';
  await page.evaluate(() => localStorage.removeItem('subscription of the test'));
  await page.reload();
  await expect(page.getByText(unreachable)).toBeVisible();
  await expect(thisPhone(page)).not.toBeChecked();

  // The next visit tries again: the person wants it.
  phone.fails = undefined;
  await page.reload();
  await expect(thisPhone(page)).toBeChecked();
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toContain(phone.browsers.at(-1)?.subscription.endpoint);
});

test('the native app says so on a phone without Google’s services', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  const app = new NativeApp(page);
  await app.install(lapau.url);
  app.hasGoogle = false;
  await openProfile(page);
  await thisPhone(page).tap();
  await expect(page.getByText(/^Notifikasi tidak menyala: HP ini tidak dapat menghubungi layanan/)).toBeVisible();
  await expect(thisPhone(page)).not.toBeChecked();
  app.hasGoogle = true;
  await thisPhone(page).tap();
  await expect(thisPhone(page)).toBeChecked();
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toEqual([app.token]);
});
