import type { WebSocketRoute } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { withoutBootData } from './support/boot.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('a page whose connection was cut reconnects and shows what it missed (D36)', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  const page = await open('about:blank', await buildMember(lapau));
  const connections: WebSocketRoute[] = [];
  let isCut = false;
  await page.routeWebSocket('**/realtime', (socket) => {
    connections.push(socket);
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  // Without a socket the page would ask for what it has missed.
  await page.route('**/rpc/get_signals', () => undefined);
  await page.goto(`/?nagari=${encodeURIComponent(seller.nagari)}`);
  await expect(page.getByRole('article', { name: 'Sate' })).toBeVisible();
  await expect.poll(() => connections.length).toBe(1);

  isCut = true;
  await connections[0]?.close();
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Gulai' });
  await expect.poll(() => connections.length).toBeGreaterThan(1);
  await expect(page.getByRole('article', { name: 'Gulai' })).toBeHidden();
  isCut = false;
  // After some failures the page waits 12 s before the next attempt.
  await expect(page.getByRole('article', { name: 'Gulai' })).toBeVisible({ timeout: 60_000 });

  // Changes after the reconnection show too.
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Lamang' });
  await expect(page.getByRole('article', { name: 'Lamang' })).toBeVisible();
});

for (const { route, call, change } of [
  { route: '/notifications', call: 'get_notifications', change: 'report' },
  { route: '/', call: 'get_feed', change: 'dish' },
] as const) {
  test(`what happens while ${call} is answered for the first time shows all the same`, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const images = [await storePhoto(lapau, seller)];
    const food_name = unique('Gulai');
    const build = () => buildPost(lapau, { user_id: seller.id, images, food_name });
    const told = change === 'report' ? await build() : undefined;
    const page = await open('about:blank', await buildAdmin(lapau));
    await withoutBootData(page);
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route(`**/rpc/${call}`, async (request) => {
      const response = await request.fetch();
      answered.resolve();
      await released.promise;
      await request.fulfill({ response });
    });
    const noted = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) =>
          String(payload).includes(change === 'report' ? 'notifications_changed' : 'feed_changed'),
        ),
      );
    await page.goto(route);
    await answered.promise;
    if (told) {
      const input = { reported_post_id: told.id, reason: 'Bukan makanan' };
      await lapau.call('create_report', input, await buildMember(lapau));
    } else {
      await build();
    }
    await noted;
    released.resolve();
    await expect(page.getByRole('main').getByText(food_name).first()).toBeVisible();
  });
}

test('what changed while another screen was shown is in the list that is shown again', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const dish = page.getByRole('article', { name: 'Sate' });
  await expect(dish).toBeVisible();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('link', { name: 'Postingan Tersimpan' })).toBeVisible();
  await lapau.call('set_posts_open', { post_ids: [id], is_open: false }, seller);
  await page.goBack();
  await expect(dish).toContainText('Habis');
});

test.describe('without a network', () => {
  // The errors are those of the preloading, or of what a page had just begun to fetch.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Unable to preload CSS|WebSocket connection.*failed/ });

  test('a page that was offline shows what it missed', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const images = [await storePhoto(lapau, seller)];
    await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
    const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
    await expect(page.getByRole('article', { name: 'Sate' })).toBeVisible();
    await loseSignal(page);
    await expect(page.getByText('Tidak ada sinyal. Ini data terakhir.')).toBeVisible();
    await buildPost(lapau, { user_id: seller.id, images, food_name: 'Gulai' });
    await page.context().setOffline(false);
    await expect(page.getByRole('article', { name: 'Gulai' })).toBeVisible();
  });
});
