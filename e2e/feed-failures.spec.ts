import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { withoutBootData } from './support/boot.ts';
import { failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { scrollTo } from './support/scroll.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  expectedErrors:
    /ERR_FAILED.*get_feed|(400|500).*get_(active_banner|feed|unique_nagari_options)|ERR_INTERNET_DISCONNECTED|Unable to preload CSS|WebSocket connection.*failed/,
});

test('a feed that cannot be loaded says so and is loaded again on request', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  await failCall(page, 'get_feed', { times: 1 });
  await failCall(page, 'get_unique_nagari_options', { times: 1 });
  await failCall(page, 'get_active_banner', { times: 1 });
  await page.getByRole('link', { name: 'Feed', exact: true }).tap();
  await expect(page.getByRole('main').getByText('Gagal memuat feed.')).toBeVisible();
  await expectToast(page, 'Gagal memuat daftar nagari.');
  await expectToast(page, 'Gagal memuat data banner.');
  // The error view in the page says this, so that no toast does (D58).
  await expect(toastsOf(page).filter({ hasText: 'Gagal memuat feed.' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByRole('main').getByText('Gagal memuat feed.')).toBeHidden();
});

test('without an answer the failure names the network', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  await page.clock.install();
  await page.route('**/rpc/get_feed', (route) => route.abort());
  await page.getByRole('link', { name: 'Feed', exact: true }).tap();
  await expect(async () => {
    await page.clock.fastForward(1000);
    await expect(page.getByText('Periksa sinyal Anda, lalu coba lagi.')).toBeVisible({ timeout: 100 });
  }).toPass();
});

test('a failing server is asked four times before the failure shows (D44)', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await page.clock.install();
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  const failure = page.getByRole('main').getByText('Gagal memuat feed.');
  const saidBefore: boolean[] = [];
  await page.route('**/rpc/get_feed', async (route) => {
    saidBefore.push(await failure.isVisible());
    await route.fulfill({ status: 500, body: '' });
  });
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(1000);
        return failure.isVisible();
      },
      { intervals: [100], timeout: 60_000 },
    )
    .toBe(true);
  expect(saidBefore).toEqual([false, false, false, false]);
  await expect(page.getByText('Terjadi kesalahan pada server. Coba lagi sebentar lagi.')).toBeVisible();
  await expect(page.getByText(/sinyal Anda/)).toBeHidden();
});

test('a next page that cannot be loaded leaves the loaded posts', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  for (let index = 0; index < 25; index += 1) await buildPost(lapau, { user_id: seller.id, images });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  await expect(page.getByRole('article').first()).toBeVisible();
  await failCall(page, 'get_feed', { times: 1 });
  const again = page.getByRole('button', { name: 'Coba lagi' });
  await scrollTo(again, 5000);
  await expect(page.getByRole('main').getByText('Gagal memuat feed.')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeAttached();
  await again.click();
  await scrollTo(page.getByText('Anda sudah melihat semua postingan.'), 5000);
});

test('offline a bar says that the data is not current (D45)', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = unique('Sala Lauak');
  await buildPost(lapau, { user_id: seller.id, food_name: dish, images: [await storePhoto(lapau, seller)] });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  await expect(page.getByRole('article', { name: dish })).toBeVisible();
  await loseSignal(page);
  await expect(page.getByText('Tidak ada sinyal. Ini data terakhir.')).toBeVisible();
  await expect(page.getByRole('article', { name: dish })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Tidak ada sinyal. Ini data terakhir.')).toBeHidden();
});

test('a network that is lost while a slow phone renders its first screen is noticed', async ({ lapau, open }) => {
  const page = await open('/privasi', await buildMember(lapau));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto('/');
  await loseSignal(page);
  await expect(page.getByText('Tidak ada sinyal. Ini data terakhir.')).toBeVisible();
});

test.describe('settings', () => {
  test.use({ expectedErrors: /400.*get_app_settings/ });

  test('that cannot be loaded say so, and the defaults apply', async ({ lapau, open }) => {
    const page = await open('/privasi', await buildMember(lapau));
    await withoutBootData(page);
    await failCall(page, 'get_app_settings');
    await page.goto('/profile');
    await expect(page.getByText('Gagal memuat pengaturan.')).toBeVisible();
    await expect(page).toHaveTitle('Profil · Lapau');
    await expect(page.getByText('Dibuat dengan Lapau')).toBeVisible();
  });
});
