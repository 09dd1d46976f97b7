import type { BrowserContext } from '@playwright/test';
import { buildPost } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { waitingChanges } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { dispatchSync, noteSyncs } from './support/sync.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|404.*(toggle_like|get_post_details|get_comments_for_post)/,
});

/** A neighbour who likes a dish and writes to its cook without signal, and closes the app. */
async function closedWithUnsent({ lapau, open }: { lapau: Lapau; open: Open }) {
  const chat = await buildChat(lapau);
  const name = unique('Gulai Paku');
  const { id } = await buildPost(lapau, {
    user_id: chat.seller.id,
    food_name: name,
    images: [await storePhoto(lapau, chat.seller)],
  });
  const page = await open(`/post/${id}`, chat.buyer);
  await untilKept(page, name);
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
  await untilKept(page, chat.seller.warung.name);
  const context = page.context();
  await context.setOffline(true);
  await send(page, 'Masih ada?');
  await expect(messageRow(page, 'Masih ada?')).toContainText('menunggu sinyal');
  await noteSyncs(page);
  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await expect(page.locator('html[data-sync=outbox]')).toBeAttached();
  await page.close();
  const likes = async () =>
    (await lapau.db.selectFrom('likes').select('user_id').where('post_id', '=', id).execute()).length;
  return { chat, id, context, likes };
}

/** Notes the calls of one name that pages, not the worker, make from now on. */
function callsOfPages(context: BrowserContext, call: string): string[] {
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith(`/rpc/${call}`) && !request.serviceWorker()) calls.push(request.url());
  });
  return calls;
}

test('what waits in a closed app is sent by the worker when there is signal, once, and shows as sent (D84)', async ({
  lapau,
  open,
}) => {
  const { chat, id, context, likes } = await closedWithUnsent({ lapau, open });
  const [ofLikes, ofMessages] = [callsOfPages(context, 'toggle_like'), callsOfPages(context, 'send_message')];
  await context.setOffline(false);
  await dispatchSync(context, lapau.url);
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada?']);
  await expect.poll(likes).toBe(1);

  const again = await context.newPage();
  await again.goto(`/post/${id}`);
  await expect(again.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  await again.goto(`/chat/${chat.id}`);
  await expect(messageRow(again, 'Masih ada?')).toBeVisible();
  await expect(messageRow(again, 'Masih ada?')).not.toContainText(/menunggu sinyal|belum terkirim/);
  await expect.poll(() => waitingChanges(again)).toMatch(/^\[(\[\],?)*\]$/);
  expect([await likes(), await storedTexts(lapau, chat)]).toEqual([1, ['Masih ada?']]);
  expect([ofLikes, ofMessages]).toEqual([[], []]);
});

test('what the server has refused the worker is said by the next page', async ({ lapau, open }) => {
  const { chat, id, context } = await closedWithUnsent({ lapau, open });
  await lapau.db.deleteFrom('posts').where('id', '=', id).execute();
  await context.setOffline(false);
  await dispatchSync(context, lapau.url);
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada?']);
  const again = await context.newPage();
  await again.goto('/about');
  await expectToast(again, 'Gagal memperbarui suka.');
  await expect.poll(() => waitingChanges(again)).toMatch(/^\[(\[\],?)*\]$/);
});
