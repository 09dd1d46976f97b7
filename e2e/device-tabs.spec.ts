import type { BrowserContext, Page } from '@playwright/test';
import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, chatWith, messageBox } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { untilRenewed } from './support/session.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';

test.use({
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed|401|409|404.*(get_conversation_details|get_messages)/,
});

async function buildDish(lapau: Lapau) {
  const seller = await buildSeller(lapau);
  return buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
}

const likes = (lapau: Lapau, id: string) =>
  lapau.db.selectFrom('likes').select('user_id').where('post_id', '=', id).execute();

/** Notes the requests of one call, of all tabs. */
function noteCalls(context: BrowserContext, call: string): string[] {
  const noted: string[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith(`/rpc/${call}`)) noted.push(response.request().postData() ?? '');
  });
  return noted;
}

const like = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'of two tabs one sends a like and a comment that wait, and both show that they have arrived',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const { id } = await buildDish(lapau);
    const one = await open(`/post/${id}`, await buildMember(lapau));
    const context = one.context();
    const other = await context.newPage();
    await other.goto(`/post/${id}`);
    const tabs = [one, other];
    for (const page of tabs) await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
    const sent = [noteCalls(context, 'toggle_like'), noteCalls(context, 'add_comment')];
    await loseSignal(one);
    await like(one, 'Suka, 0 suka').tap();
    await one.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
    await one.getByRole('button', { name: 'Kirim' }).tap();
    for (const page of tabs) {
      await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('list', { name: 'Komentar' })).toContainText('Masih ada?');
    }
    await expect(like(one, 'Suka, 1 suka, menunggu sinyal')).toBeVisible();
    await context.setOffline(false);
    for (const page of tabs) {
      await expect(like(page, 'Suka, 1 suka')).toBeVisible();
      await expect(page.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Komentar' }).getByText('Masih ada?')).toHaveCount(1);
    }
    expect(sent.map((calls) => calls.length)).toEqual([1, 1]);
    expect(await likes(lapau, id)).toHaveLength(1);
  },
);

test(
  'who signs in as somebody else in another tab is that person in this one, which sends nothing of the first',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const { id } = await buildDish(lapau);
    const chat = await buildChat(lapau);
    await chatWith(lapau, chat.id, chat.seller, 'Rahasia dapur.');
    const second = await buildMember(lapau);
    const password = await buildPassword(lapau, second);
    const page = await open(`/post/${id}`, chat.buyer);
    const context = page.context();
    await context.route('**/rpc/toggle_like', (route) => route.abort());
    await like(page, 'Suka, 0 suka').tap();
    await expect(like(page, 'Suka, 1 suka, menunggu sinyal')).toBeVisible();
    await page.getByRole('button', { name: 'Kembali' }).tap();
    await page
      .getByRole('link', { name: /^Pesan/ })
      .first()
      .tap();
    await page.getByRole('link', { name: new RegExp(chat.seller.warung.name) }).tap();
    await expect(page.getByText('Rahasia dapur.')).toBeVisible();
    await messageBox(page).fill('Belum selesai');

    const other = await context.newPage();
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Keluar', exact: true }).tap();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Keluar' }).tap();
    await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
    await expect(page.getByText('Rahasia dapur.')).toHaveCount(0);
    await other.getByLabel('Email').fill(second.email);
    await other.getByLabel('Kata sandi', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Masuk' }).tap();

    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
    await context.unroute('**/rpc/toggle_like');
    await page.getByRole('link', { name: 'Profil' }).tap();
    await expect(page.getByRole('main')).toContainText(second.full_name);
    await expect(page.getByText(chat.buyer.full_name)).toHaveCount(0);
    await page.goto('/conversations');
    await expect(page.getByText('Anda belum memiliki percakapan.')).toBeVisible();
    await page.goto(`/post/${id}`);
    await expect(like(page, 'Suka, 0 suka')).toBeVisible();
    expect(await likes(lapau, id)).toEqual([]);
  },
);

test(
  'a tab that has not heard of another account asks when it is looked at again',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const chat = await buildChat(lapau);
    await chatWith(lapau, chat.id, chat.seller, 'Rahasia dapur.');
    const second = await buildMember(lapau);
    const page = await open(`/chat/${chat.id}`, chat.buyer);
    await expect(page.getByText('Rahasia dapur.')).toBeVisible();
    await messageBox(page).fill('Belum selesai');
    await untilRenewed(page);
    const [name = '', value = ''] = second.cookie.split('=', 2);
    await page.context().addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText('Rahasia dapur.')).toHaveCount(0);
    await expect(page.getByText('Belum selesai')).toHaveCount(0);
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(second.full_name);
  },
);
