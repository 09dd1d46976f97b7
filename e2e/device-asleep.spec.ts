import type { Page } from '@playwright/test';
import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, chatWith, messageBox, messageRow } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed|401/,
});

const twoWeeksMs = 14 * 86_400_000;

/** The phone sleeps: its connections are dead when it wakes up, and the screen is switched on. */
async function sleep(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.clock.fastForward(twoWeeksMs);
  await page.context().setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('a feed that was open for two weeks shows what there is now', { tag: '@all' }, async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const [before, after] = [unique('Gulai'), unique('Pangek')];
  await buildPost(lapau, { user_id: seller.id, food_name: before, images });
  const page = await open('about:blank', await buildMember(lapau));
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('article', { name: before })).toBeVisible();
  await page.context().setOffline(true);
  await buildPost(lapau, { user_id: seller.id, food_name: after, images });
  await sleep(page);
  await expect(page.getByRole('article', { name: after })).toBeVisible();
});

test(
  'a chat that was open for two weeks has what was missed and what was typed',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const chat = await buildChat(lapau);
    await chatWith(lapau, chat.id, chat.seller, 'Sebelum');
    const page = await open('about:blank', chat.buyer);
    await page.clock.install();
    await page.goto(`/chat/${chat.id}`);
    await expect(messageRow(page, 'Sebelum')).toBeVisible();
    await messageBox(page).fill('Belum selesai');
    await page.context().setOffline(true);
    await chatWith(lapau, chat.id, chat.seller, 'Selama');
    await sleep(page);
    await expect(messageRow(page, 'Selama')).toBeVisible();
    await expect(messageBox(page)).toHaveValue('Belum selesai');
  },
);

test(
  'a phone whose session has ended meanwhile asks for a sign-in, after which what was typed is there',
  { tag: '@all' },
  async ({ lapau, open }) => {
    const chat = await buildChat(lapau);
    const password = await buildPassword(lapau, chat.buyer);
    const page = await open('about:blank', chat.buyer);
    await page.clock.install();
    // The answer to this request, if it came late, would replace the cookie of the next session.
    const renewed = page.waitForResponse('**/auth/get-session');
    await page.goto(`/chat/${chat.id}`);
    await messageBox(page).fill('Belum selesai');
    await expect.poll(() => storedDrafts(page)).toContain('Belum selesai');
    await (await renewed).finished();
    await page.context().setOffline(true);
    await lapau.db.deleteFrom('sessions').where('user_id', '=', chat.buyer.id).execute();
    await page.context().clearCookies();
    await sleep(page);
    await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
    await page.getByLabel('Email').fill(chat.buyer.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).tap();
    await expect(page).toHaveURL(`/chat/${chat.id}`);
    await expect(messageBox(page)).toHaveValue('Belum selesai');
  },
);
