import type { Page } from '@playwright/test';
import {
  buildConversation,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
} from '../server/src/testing/builders.ts';
import { chatWith, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed/ });

const yearMs = 365 * 86_400_000;

/** Sets the phone's clock. It goes on from there. */
const setClock = (page: Page, aheadMs: number) => page.clock.install({ time: Date.now() + aheadMs });

for (const [clock, aheadMs] of [
  ['a year ahead', yearMs],
  ['a year behind', -yearMs],
] as const) {
  test(`the buyer's day on a phone whose clock is ${clock}`, { tag: '@all' }, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { warung: { name: unique('Lapau') } });
    const name = unique('Gulai Paku');
    const images = [await storePhoto(lapau, seller)];
    const { id } = await buildPost(lapau, { user_id: seller.id, food_name: name, images });
    const buyer = await buildMember(lapau);
    const password = await buildPassword(lapau, buyer);
    const chat = { ...(await buildConversation(lapau, { user1_id: buyer.id, user2_id: seller.id })), buyer, seller };
    const page = await open('about:blank');
    await setClock(page, aheadMs);
    await page.goto('/');
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).tap();
    await page.getByRole('article', { name }).getByRole('link', { name }).first().tap();
    await expect(page).toHaveURL(`/post/${id}`);
    await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
    await expect(page.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
    await page.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
    await page.getByRole('button', { name: 'Kirim' }).tap();
    await expect(page.getByRole('list', { name: 'Komentar' })).toContainText('Masih ada?');

    // The age of what waits is right, and messages stand in the order in which they were sent.
    await page.goto(`/chat/${chat.id}`);
    await expect(messageBox(page)).toBeVisible();
    await page.context().setOffline(true);
    await send(page, 'Satu');
    await expect(messageRow(page, 'Satu')).toContainText('menunggu sinyal');
    await page.context().setOffline(false);
    await expect(messageRow(page, 'Satu')).toContainText(/(?<!belum )terkirim/);
    await chatWith(lapau, chat.id, seller, 'Ado');
    await expect(messageRow(page, 'Ado')).toBeVisible();
    await send(page, 'Dua');
    await expect(messageRow(page, 'Dua')).toContainText(/(?<!belum )terkirim/);
    expect(await storedTexts(lapau, chat)).toEqual(['Satu', 'Ado', 'Dua']);
    await expect(page.getByRole('list', { name: /^Percakapan dengan/ }).getByText(/^(Satu|Ado|Dua)$/)).toHaveText([
      'Satu',
      'Ado',
      'Dua',
    ]);

    await messageBox(page).fill('Belum selesai');
    await expect.poll(() => storedDrafts(page)).toContain('Belum selesai');
    await page.reload();
    await expect(messageBox(page)).toHaveValue('Belum selesai');
    const stored = lapau.db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 1 });
  });

  test(`the cook's day on a phone whose clock is ${clock}`, { tag: '@all' }, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const name = unique('Lontong');
    const page = await open('about:blank', seller);
    await setClock(page, aheadMs);
    await page.goto('/my-warung/tambah-menu');
    await choosePhotos(page, await smallPhoto());
    await page.getByLabel('Nama').fill(name);
    await page.getByLabel('Harga').fill('15000');
    await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
    await expect.poll(() => storedDrafts(page)).toMatch(new RegExp(`${name}.*"status":"uploaded"`));
    await page.reload();
    await expect(page.getByLabel('Nama')).toHaveValue(name);
    await page.getByRole('button', { name: 'Posting' }).tap();
    await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
    const dishes = lapau.db.selectFrom('posts').select('food_name').where('user_id', '=', seller.id);
    expect(await dishes.execute()).toEqual([{ food_name: name }]);
    // The dish is the newest one for everybody.
    const reader = await buildMember(lapau);
    const [newest] = await lapau.call('get_feed', { nagari_filter: seller.nagari }, reader);
    expect(newest).toMatchObject({ foodName: name });
  });

  test(`a comment that waits while a clock ${clock} is put right is sent`, { tag: '@all' }, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    const { id } = await buildPost(lapau, { user_id: seller.id, images });
    const page = await open('about:blank', await buildMember(lapau));
    await setClock(page, aheadMs);
    await page.goto(`/post/${id}`);
    await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
    await loseSignal(page);
    await page.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
    await page.getByRole('button', { name: 'Kirim' }).tap();
    await expect(page.getByRole('list', { name: 'Komentar' })).toContainText('menunggu sinyal');
    await page.clock.setSystemTime(Date.now());
    await page.context().setOffline(false);
    await expect(page.getByRole('list', { name: 'Komentar' })).toContainText('baru saja');
    await expect(page.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);
    const stored = lapau.db.selectFrom('posts').select('comments_count').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ comments_count: 1 });
  });
}
