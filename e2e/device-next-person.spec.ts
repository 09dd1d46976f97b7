import type { BrowserContext, Page } from '@playwright/test';
import {
  buildAdmin,
  buildComment,
  buildMember,
  buildPassword,
  buildPost,
  buildSession,
} from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { everythingStored, expectGone, untilKept } from './support/device.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { untilRenewed } from './support/session.ts';
import { loseSignal } from './support/signal.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { unique } from './support/unique.ts';

// A phone that several people use: a session ended elsewhere, by another device, a new password or its age. What its person has not
// sent waits for them, and is nowhere on the phone once somebody else is signed in, or they are suspended or deleted (D83, D84).

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|40[1349]/,
});

/** A phone without a signal whose person, a cook, has typed here and there, and sent what now waits. */
async function usePhone({ lapau, open }: { lapau: Lapau; open: Open }) {
  const chat = await buildChat(lapau);
  const { seller: cook, buyer } = chat;
  const post = await buildPost(lapau, { food_name: unique('Gulai Paku'), images: [await storePhoto(lapau, buyer)] });
  await buildComment(lapau, { post_id: post.id, content: 'Baru masak pagi ini.' });
  const page = await open('/my-warung', cook);
  await untilKept(page, cook.id);
  await page.goto(`/chat/${chat.id}`);
  await messageBox(page).fill('Pesan yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Pesan yang belum dikirim');
  await page.goto(`/post/${post.id}`);
  await untilKept(page, 'Baru masak pagi ini.');
  const context = page.context();
  await loseSignal(page);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await page.getByPlaceholder('Tulis komentar...').fill('Komentar yang menunggu');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  await page.getByPlaceholder('Tulis komentar...').fill('Komentar yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Komentar yang belum dikirim');
  await page.goto('/my-warung');
  const dish = unique('Sate Padang');
  await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
  await choosePhotos(page, await smallPhoto('satu.jpg'));
  await page.getByLabel('Nama').fill(dish);
  await page.getByLabel('Harga').fill('15000');
  await page.getByRole('button', { name: 'Posting' }).tap();
  await expect(page.getByRole('list', { name: 'Belum diposting' })).toContainText(dish);
  // Its photo is stored under its owner's id.
  const typed = ['Pesan yang belum', 'Komentar yang menunggu', 'Komentar yang belum', dish, cook.id, chat.id];
  const stored = await everythingStored(page);
  for (const text of typed) expect(stored).toContain(text);
  return { page, context, cook, chat, post, dish, typed };
}

/** Another device ends the sessions of a person while no page hears of it, and there is a signal again. */
async function endElsewhere(lapau: Lapau, context: BrowserContext, page: Page, person: BuiltMember): Promise<Page> {
  await page.close();
  await lapau.call('end_other_sessions', {}, await buildSession(lapau, person.id));
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/');
  return next;
}

async function signIn(lapau: Lapau, page: Page, person: BuiltMember): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, person));
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  // The sign-in leads back to where the page was; a chat has no bar of links to wait for.
  await expect(page).not.toHaveURL(/\/login/);
}

test('whoever signs in where somebody’s session has ended elsewhere finds nothing of what that person had not sent', async ({
  lapau,
  open,
}) => {
  const { page, context, cook, post, dish, typed } = await usePhone({ lapau, open });
  const second = await buildMember(lapau);
  const next = await endElsewhere(lapau, context, page, cook);
  await signIn(lapau, next, second);
  await expectGone(next, [...typed, cook.email]);
  await next.goto(`/post/${post.id}`);
  await expect(next.getByRole('button', { name: 'Suka, 0 suka' })).toBeVisible();
  await expect(next.getByPlaceholder('Tulis komentar...')).toHaveValue('');
  const written = await lapau.db.selectFrom('post_comments').select('content').where('post_id', '=', post.id).execute();
  expect(written.map(({ content }) => content)).toEqual(['Baru masak pagi ini.']);
  expect(await lapau.db.selectFrom('posts').select('id').where('food_name', '=', dish).execute()).toEqual([]);
});

test('a page that opens as somebody else, without a form to sign in, leaves nothing of the person before either', async ({
  lapau,
  open,
}) => {
  const { page, context, typed } = await usePhone({ lapau, open });
  await page.close();
  const second = await buildMember(lapau);
  const [name = '', value = ''] = second.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/profile');
  await expect(next.getByRole('main')).toContainText(second.full_name);
  await expectGone(next, typed);
});

test('who signs in again on the same phone finds what was typed, and what waited is sent', async ({ lapau, open }) => {
  const { page, context, cook, chat, post, dish } = await usePhone({ lapau, open });
  const next = await endElsewhere(lapau, context, page, cook);
  await expect(next.getByLabel('Email')).toBeVisible();
  expect(await storedDrafts(next)).toContain('Pesan yang belum dikirim');
  await signIn(lapau, next, cook);
  const posts = lapau.db.selectFrom('posts').select('images').where('food_name', '=', dish);
  await expect.poll(() => posts.execute()).toEqual([{ images: [expect.any(String)] }]);
  await next.goto(`/post/${post.id}`);
  await expect(next.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  await expect(next.getByRole('list', { name: 'Komentar' })).toContainText('Komentar yang menunggu');
  await expect(next.getByPlaceholder('Tulis komentar...')).toHaveValue('Komentar yang belum dikirim');
  await next.goto(`/chat/${chat.id}`);
  await expect(messageBox(next)).toHaveValue('Pesan yang belum dikirim');
});

/** A page with a message that waits and one that is being typed. */
async function withUnsent({ lapau, open }: { lapau: Lapau; open: Open }) {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await page.route('**/rpc/send_message', (route) => route.abort());
  await send(page, 'Pesan yang menunggu');
  await expect(messageRow(page, 'Pesan yang menunggu')).toContainText('menunggu sinyal');
  await messageBox(page).fill('Pesan yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Pesan yang belum dikirim');
  return { page, chat, arrived: () => storedTexts(lapau, { ...chat, buyer: chat.seller }) };
}

/** The page stays open while another device ends its session. */
async function endBesideOpenPage({ lapau, open }: { lapau: Lapau; open: Open }) {
  const used = await withUnsent({ lapau, open });
  const { page, chat } = used;
  await lapau.call('end_other_sessions', {}, await buildSession(lapau, chat.buyer.id));
  await expect(page.getByText('Sesi Anda telah berakhir.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.unroute('**/rpc/send_message');
  return used;
}

test('an open page whose session another device ends keeps what was not sent for its person', async ({
  lapau,
  open,
}) => {
  const { page, chat, arrived } = await endBesideOpenPage({ lapau, open });
  await signIn(lapau, page, chat.buyer);
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toHaveValue('Pesan yang belum dikirim');
  await expect.poll(arrived).toEqual(['Pesan yang menunggu']);
});

test('what waits stays hidden at the form to sign in, and its person finds it in the chat without another start', async ({
  lapau,
  open,
}) => {
  const { page, chat, arrived } = await endBesideOpenPage({ lapau, open });
  await expect(page.getByText('Pesan yang menunggu')).toHaveCount(0);
  expect(await arrived()).toEqual([]);
  await page.route('**/rpc/send_message', (route) => route.abort());
  await signIn(lapau, page, chat.buyer);
  await expect(page).toHaveURL(`/chat/${chat.id}`);
  await expect(messageRow(page, 'Pesan yang menunggu')).toBeVisible();
  await page.unroute('**/rpc/send_message');
  await page.reload();
  await expect.poll(arrived).toEqual(['Pesan yang menunggu']);
  await expect(messageRow(page, 'Pesan yang menunggu')).toHaveCount(1);
});

for (const end of ['suspension', 'deletion'] as const) {
  test(`after a ${end} nothing of what was not sent is on the phone`, async ({ lapau, open }) => {
    const { page, chat, arrived } = await withUnsent({ lapau, open });
    const admin = await buildAdmin(lapau);
    if (end === 'suspension')
      await lapau.call('toggle_user_suspension', { user_id_to_toggle: chat.buyer.id, suspended: true }, admin);
    else await lapau.call('delete_user_by_admin', { user_id_to_delete: chat.buyer.id }, admin);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectGone(page, ['Pesan yang menunggu', 'Pesan yang belum dikirim', chat.id, chat.buyer.id]);
    await page.unroute('**/rpc/send_message');
    await page.reload();
    await expectGone(page, ['Pesan yang menunggu', 'Pesan yang belum dikirim']);
    expect(await arrived()).toEqual([]);
  });
}

test('an open page whose session another device ends has nothing of it once somebody else signs in', async ({
  lapau,
  open,
}) => {
  const { page, chat, arrived } = await endBesideOpenPage({ lapau, open });
  await signIn(lapau, page, await buildMember(lapau));
  await expectGone(page, ['Pesan yang menunggu', 'Pesan yang belum dikirim', chat.id]);
  expect(await arrived()).toEqual([]);
});

test('a tab whose person is still signed in there leaves when somebody else signs in beside it, also without an answer', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await messageBox(page).fill('Pesan yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Pesan yang belum dikirim');
  // This tab gets no answer any more, and does not hear of the session's end.
  await page.route('**/rpc/**', (route) => route.abort());
  await page.route('**/boot.json', (route) => route.abort());
  const second = await buildMember(lapau);
  const context = page.context();
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto('/login');
  await signIn(lapau, other, second);
  await expect(page.getByText(chat.seller.warung.name)).toHaveCount(0);
  await expect(page.getByText('Pesan yang belum dikirim')).toHaveCount(0);
  await expectGone(other, ['Pesan yang belum dikirim']);
});

test('a page that is still somebody’s when the browser has the session of another changes nothing of that other’s', async ({
  lapau,
  open,
}) => {
  const [one, other] = [await buildMember(lapau), await buildMember(lapau)];
  const page = await open('/profile', one);
  await untilRenewed(page);
  const name = unique('Rina');
  await page.getByLabel('Nama lengkap').fill(name);
  const [cookie = '', value = ''] = other.cookie.split('=', 2);
  await page.context().addCookies([{ name: cookie, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.getByRole('button', { name: 'Simpan' }).tap();
  // The page finds out that another person is signed in, and becomes theirs.
  await expect(page.getByLabel('Email')).toHaveValue(other.email);
  await expect(page.getByLabel('Nama lengkap')).toHaveValue(other.full_name);
  const stored = await lapau.db
    .selectFrom('profiles')
    .select('full_name')
    .where('id', 'in', [one.id, other.id])
    .execute();
  expect(stored.map(({ full_name }) => full_name)).not.toContain(name);
});
