import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import { pushAddresses } from '../server/src/testing/push-addresses.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildChat, messageBox, send } from './support/chat.ts';
import { NativeApp } from './support/native-bridge.ts';
import { smallPhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';
import type { Open } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

const pushToastMs = 5_000;

/** Makes a page of the native app; `page.goto` then starts it. */
async function prepareApp(lapau: Lapau, open: Open, as?: BuiltMember): Promise<{ page: Page; app: NativeApp }> {
  const page = await open('about:blank', as);
  const app = new NativeApp(page);
  await app.install(lapau.url);
  return { page, app };
}

/** A message as the server pushes it. */
const messagePush = (chat: { id: string }) => ({
  title: 'Pesan baru',
  body: 'Masih ada, Uni.',
  data: { type: 'new_message', conversation_id: chat.id },
});

test('a push while the app is open has a toast, whose Lihat opens what it is about', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const { page, app } = await prepareApp(lapau, open, chat.buyer);
  await page.addInitScript(stretchTimers, { ...toastTimer, durationMs: pushToastMs });
  await page.goto('/');
  await app.receivePush(messagePush(chat));
  await expect(toastsOf(page)).toHaveText(['Pesan baruMasih ada, Uni.Lihat']);
  await toastsOf(page).getByRole('button', { name: 'Lihat' }).tap();
  await expect(page).toHaveURL(`/chat/${chat.id}`);
  await expect(toastsOf(page)).toHaveCount(0);

  // The chat that is open shows its messages itself.
  await app.receivePush(messagePush(chat));
  await app.receivePush({ title: 'Komentar baru', data: { type: 'new_comment' } });
  await expect(toastsOf(page)).toHaveText(['Komentar baruLihat']);
});

test('the toast of a push stays for five seconds', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const { page, app } = await prepareApp(lapau, open, chat.buyer);
  await page.clock.install();
  await page.goto('/');
  await expect.poll(() => app.isListenedTo()).toBe(true);
  await page.clock.pauseAt(Date.now() + 60_000);
  await app.receivePush(messagePush(chat));
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return toastsOf(page).count();
    })
    .toBe(1);
  await page.clock.runFor(pushToastMs - 1_000);
  await expect(toastsOf(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toastsOf(page)).toHaveCount(0);
});

test('a tap on a notification opens its chat, its post, or else all notifications', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const post = await buildPost(lapau);
  const { page, app } = await prepareApp(lapau, open, chat.buyer);
  // The tap that starts the app is kept until the page listens.
  await app.tapPush({ data: { type: 'new_message', conversation_id: chat.id } });
  await page.goto('/');
  await expect(page).toHaveURL(`/chat/${chat.id}`);
  await app.tapPush({ data: { type: 'new_like', post_id: post.id } });
  await expect(page).toHaveURL(`/post/${post.id}`);
  await app.tapPush({ data: { type: 'new_message' } });
  await expect(page).toHaveURL('/notifications');
  await app.tapPush({ data: { type: 'new_comment', post_id: post.id, conversation_id: chat.id } });
  await expect(page).toHaveURL(`/post/${post.id}`);
  await app.tapPush({});
  await expect(page).toHaveURL('/notifications');
  await app.tapPush({ data: { tag: 'notifications', url: '/profile' } });
  await expect(page).toHaveURL('/profile');
  await app.tapPush({ data: { url: '//other.example/' } });
  await expect(page).toHaveURL('/notifications');
});

test('a push that only says what was read elsewhere closes its notification and shows nothing', async ({
  lapau,
  open,
}) => {
  const { page, app } = await prepareApp(lapau, open, await buildMember(lapau));
  app.delivered = [
    { id: 0, tag: 'conversation:1' },
    { id: 0, tag: 'notifications' },
  ];
  await page.goto('/');
  await app.receivePush({ data: { tag: 'conversation:1', unread: '1' } });
  await expect.poll(() => app.delivered).toEqual([{ id: 0, tag: 'notifications' }]);
  await expect(toastsOf(page)).toHaveCount(0);
});

test('after a first message the app offers push, registers its token, again at each start, and ends it at sign-out', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const { page, app } = await prepareApp(lapau, open, chat.buyer);
  app.token = `token-of-${chat.buyer.id}`;
  const { token } = app;
  await page.goto(`/chat/${chat.id}`);
  await expect.poll(() => app.isListenedTo()).toBe(true);
  await send(page, 'Masih ada, Uni?');
  await messageBox(page).blur();
  await page.getByRole('dialog').getByRole('button', { name: 'Nyalakan' }).tap();
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toEqual([token]);
  expect(app.permission).toBe('granted');

  const registrations = () => app.calls.filter((call) => call === 'PushNotifications.register').length;
  expect(registrations()).toBe(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/profile');
  await expect.poll(registrations).toBe(2);
  await expect(page.getByRole('switch', { name: 'Nyala di HP ini' })).toBeChecked();

  app.delivered = [{ id: 0, tag: `conversation:${chat.id}` }];
  await page.getByRole('button', { name: 'Keluar', exact: true }).tap();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => pushAddresses(lapau, chat.buyer.id)).toEqual([]);
  await expect.poll(() => app.token).not.toBe(token);
  await expect.poll(() => app.delivered).toEqual([]);
});

test('a build without push says so and never registers', async ({ lapau, open }) => {
  const { page, app } = await prepareApp(lapau, open, await buildMember(lapau));
  app.hasPush = false;
  await page.goto('/profile');
  await expect(page.getByText('Aplikasi ini dibuat tanpa notifikasi.')).toBeVisible();
  expect(app.calls.filter((call) => call.startsWith('PushNotifications.'))).toEqual([]);
});

test('photos that another app shares become the photos of a new dish', async ({ lapau, open }) => {
  const { page, app } = await prepareApp(lapau, open, await buildSeller(lapau));
  const photos = await Promise.all(
    ['#a63', '#36a', '#6a3'].map(async (colour) => (await smallPhoto('', colour)).buffer),
  );
  await app.share(...photos.slice(0, 2));
  await page.goto('/');
  await expect(page).toHaveURL('/my-warung/tambah-menu');
  await expect(page.getByText('2/5')).toBeVisible();
  await expect(page.getByText('Terunggah', { exact: true })).toHaveCount(2);
  await expect.poll(() => storedDrafts(page)).toMatch(/"status":"uploaded".*"status":"uploaded"/);

  // Further shared photos join those of the draft, as many as fit.
  await app.share(...photos, photos[0] ?? Buffer.of());
  await expect(page.getByText('5/5')).toBeVisible();
  await expect(toastsOf(page).filter({ hasText: 'Paling banyak 5 foto.' })).toHaveCount(1);
});

test('a buyer who shares photos learns that only cooks add dishes', async ({ lapau, open }) => {
  const { page, app } = await prepareApp(lapau, open, await buildMember(lapau));
  await page.goto('/');
  await app.share((await smallPhoto()).buffer);
  await expect(page.getByText('Anda tidak memiliki izin untuk menambahkan postingan.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Daftar Jadi Penjual' })).toBeVisible();
});

test('while the site was never reached, a page of the app says so, and tries again', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  const shown = await readFile(new URL('../native/unreachable.html', import.meta.url), 'utf8');
  // The address is replaced as in native/sync.ts, and the page is answered as by Capacitor.
  const body = shown.replaceAll('https://lapau.example', lapau.url);
  await page.route('https://localhost/index.html', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.goto('https://localhost/index.html');
  await expect(page.getByRole('heading', { name: 'Lapau belum bisa dibuka.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Coba lagi' }).tap();
  await expect(page.getByRole('heading', { name: 'Feed' })).toBeVisible();
});
