import type { Page } from '@playwright/test';
import { buildMember, buildPassword, buildPost, buildSession } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, messageRow, send, storedTexts } from './support/chat.ts';
import { expectGone, untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { poorDevices } from './support/poor-devices.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { dispatchSync } from './support/sync.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// Signing out works without a signal: the device forgets at once, the server is told as soon as it can be (D83), and what was given
// up is never sent (D84).

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|40[13]|503/,
});

const sessionsOf = async (lapau: Lapau, { id }: { id: string }): Promise<number> =>
  (await lapau.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;

const signOutButton = (page: Page) => page.getByRole('button', { name: 'Keluar', exact: true });
const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Masuk', exact: true });

async function signIn(lapau: Lapau, page: Page, person: BuiltMember): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, person));
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  await expect(page).not.toHaveURL(/\/login/);
}

/** A phone that has lost the signal, with a message that waits. */
async function usePhone({ lapau, open }: { lapau: Lapau; open: Open }) {
  const chat = await buildChat(lapau);
  const page = await open('/profile', chat.buyer);
  // The browser would wake the worker at once, as it knows nothing of the network that the story cuts.
  await page.addInitScript(() => {
    const { SyncManager } = globalThis as unknown as { SyncManager: { prototype: { register: unknown } } };
    SyncManager.prototype.register = async () => undefined;
  });
  await untilKept(page, chat.buyer.email);
  await page.goto(`/chat/${chat.id}`);
  await untilKept(page, chat.seller.warung.name);
  const context = page.context();
  await context.setOffline(true);
  await send(page, 'Pesan yang menunggu');
  await expect(messageRow(page, 'Pesan yang menunggu')).toContainText('menunggu sinyal');
  return { page, context, chat, arrived: () => storedTexts(lapau, { ...chat, buyer: chat.seller }) };
}

/** Signs out on /profile, giving up the message that waits. */
async function giveUp(page: Page): Promise<void> {
  await page.goto('/profile');
  await signOutButton(page).tap();
  const question = page.getByRole('alertdialog', { name: 'Keluar sebelum terkirim?' });
  await expect(question).toContainText('Ada 1 yang belum terkirim. Kalau keluar, hilang.');
  await question.getByRole('button', { name: 'Keluar' }).tap();
  await expect(loginHeading(page)).toBeVisible();
}

test('without a signal the device forgets at once, and the session ends when there is one; what was given up is never sent', async ({
  lapau,
  open,
}) => {
  const { page, context, chat, arrived } = await usePhone({ lapau, open });
  const { buyer } = chat;
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByLabel('Nama lengkap')).toHaveValue(buyer.full_name);
  await giveUp(page);
  await expect(loginHeading(other)).toBeVisible();
  const personal = ['Pesan yang menunggu', buyer.id, buyer.email, chat.id];
  // The note of the session that the server is to end has the id of its account.
  await expectGone(
    page,
    personal.filter((text) => text !== buyer.id),
  );
  await page.goto('/profile');
  await expect(loginHeading(page)).toBeVisible();
  expect(await sessionsOf(lapau, buyer)).toBe(1);
  await context.setOffline(false);
  await expect.poll(() => sessionsOf(lapau, buyer)).toBe(0);
  await page.goto('/profile');
  await expect(loginHeading(page)).toBeVisible();
  await signIn(lapau, page, await buildMember(lapau));
  await expectGone(page, personal);
  expect(await arrived()).toEqual([]);
});

test('a phone that was closed after signing out without a signal has the worker end the session, or its next page', async ({
  lapau,
  open,
}) => {
  const { page, context, chat, arrived } = await usePhone({ lapau, open });
  await giveUp(page);
  const tag = await page.evaluate(() => `left ${localStorage.getItem('left-session')?.split(' ')[0]}`);
  await page.close();
  await context.setOffline(false);
  await dispatchSync(context, lapau.url, tag);
  await expect.poll(() => sessionsOf(lapau, chat.buyer)).toBe(0);
  const next = await context.newPage();
  await next.goto('/profile');
  await expect(loginHeading(next)).toBeVisible();
  await signIn(lapau, next, chat.buyer);
  // A sign-out that reaches the server late ends no session that was begun since.
  await dispatchSync(context, lapau.url, tag);
  await next.goto('/profile');
  await expect(next.getByLabel('Nama lengkap')).toHaveValue(chat.buyer.full_name);
  expect(await arrived()).toEqual([]);
});

test('a phone that signed out without a signal opens signed out, and nobody signs in before the session before has ended', async ({
  lapau,
  open,
}) => {
  const { page, context, chat, arrived } = await usePhone({ lapau, open });
  await giveUp(page);
  await page.route('**/auth/sign-out', (route) => route.abort());
  await context.setOffline(false);
  await page.goto('/profile');
  await expect(loginHeading(page)).toBeVisible();
  const second = await buildMember(lapau);
  const before = await sessionsOf(lapau, second);
  const calls: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(new URL(request.url()).pathname)));
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, second));
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  await expectToast(page, 'Tidak dapat terhubung ke server. Periksa sinyal Anda.');
  expect(new Set(calls)).toEqual(new Set(['/auth/sign-out']));
  expect(await sessionsOf(lapau, second)).toBe(before);
  await page.unroute('**/auth/sign-out');
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  await expect(page).not.toHaveURL(/\/login/);
  expect(await sessionsOf(lapau, chat.buyer)).toBe(0);
  await page.goto('/profile');
  await expect(page.getByLabel('Nama lengkap')).toHaveValue(second.full_name);
  expect(await arrived()).toEqual([]);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  for (const answer of ['none', '503'] as const) {
    test(`what the server still takes for a session does not bring the person back: ${answer} to the sign-out`, async ({
      lapau,
      open,
    }) => {
      const member = await buildMember(lapau);
      const page = await open('/profile', member);
      await page.route('**/auth/sign-out', (route) =>
        answer === 'none'
          ? new Promise(() => {})
          : route.fulfill({ status: 503, json: { code: 'not_ready', message: 'Lapau sedang tidak siap.' } }),
      );
      await signOutButton(page).tap();
      await expect(loginHeading(page)).toBeVisible();
      // The server's own page comes with the data of who has signed out.
      await page.goto('/profile');
      await expect(loginHeading(page)).toBeVisible();
      await page.goto('/');
      await expect(page.getByText(member.full_name)).toHaveCount(0);
      expect(await sessionsOf(lapau, member)).toBe(1);
      await page.unroute('**/auth/sign-out');
      await page.goto('/login');
      await expect.poll(() => sessionsOf(lapau, member)).toBe(0);
      await signIn(lapau, page, await buildMember(lapau));
    });
  }
});

test('without a signal neither the account is deleted nor another phone signed out, and both say why', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  await buildSession(lapau, member.id);
  const page = await open('/profile', member);
  await untilKept(page, member.email);
  await expect(page.getByText('Perangkat ini')).toBeVisible();
  await loseSignal(page);
  await page.getByRole('button', { name: 'Keluarkan semua perangkat lain' }).tap();
  const question = page.getByRole('alertdialog', { name: 'Keluarkan semua perangkat lain?' });
  await question.getByRole('button', { name: 'Keluarkan' }).tap();
  await expect(toastsOf(page).filter({ hasText: 'Periksa sinyal Anda.' })).toHaveCount(1);
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Hapus akun' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Hapus akun?' });
  await dialog.getByRole('textbox', { name: 'Kata sandi' }).fill('kata sandi');
  await dialog.getByRole('button', { name: 'Hapus akun' }).tap();
  await expect(toastsOf(page).filter({ hasText: 'Periksa sinyal Anda.' })).not.toHaveCount(0);
  await expect(dialog).toBeVisible();
  expect(await sessionsOf(lapau, member)).toBe(2);
});

test('a dish that is being looked at stays nobody’s after signing out on a slow server', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const post = await buildPost(lapau, { food_name: unique('Gulai'), images: [await storePhoto(lapau, member)] });
  const page = await open(`/post/${post.id}`, member);
  await page.goto('/profile');
  let release = () => {};
  await page.route('**/auth/sign-out', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await signOutButton(page).tap();
  await expect(loginHeading(page)).toBeVisible();
  const second = await buildMember(lapau);
  await page.getByLabel('Email').fill(second.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, second));
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Sedang masuk...' })).toBeVisible();
  release();
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(`/post/${post.id}`);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  const likers = lapau.db.selectFrom('likes').select('user_id').where('post_id', '=', post.id);
  await expect.poll(() => likers.execute()).toEqual([{ user_id: second.id }]);
});

test('on a device that never answers, somebody signs out and the next person signs in', async ({ lapau, open }) => {
  const [first, second] = [await buildMember(lapau), await buildMember(lapau)];
  const page = await open('about:blank', first);
  await poorDevices['a device that never answers']?.(page, lapau);
  await page.goto('/profile');
  await signOutButton(page).tap();
  await expect(loginHeading(page)).toBeVisible();
  await expect.poll(() => sessionsOf(lapau, first)).toBe(0);
  await page.goto('/login');
  await signIn(lapau, page, second);
  await page.goto('/profile');
  await expect(page.getByLabel('Nama lengkap')).toHaveValue(second.full_name);
});
