import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { everythingStored } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { untilRenewed } from './support/session.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed|(403|400).*(set_posts_open|set_warung_open)/,
});

async function openStall(lapau: Lapau) {
  const seller = await buildSeller(lapau, { warung: { open_set_at: new Date(0) } });
  const food_name = unique('Gulai Cubadak');
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name, open_set_at: new Date(0) });
  const states = async () => {
    const warung = await lapau.call('get_my_warung', {}, seller);
    const [dish] = await lapau.call('get_my_menu', {}, seller);
    return { stall: warung?.is_open, dish: dish?.is_open };
  };
  return { seller, food_name, id, states };
}

test('what is switched without signal survives a killed page and is sent from any screen (D71)', async ({
  lapau,
  open,
}) => {
  const { seller, food_name, states } = await openStall(lapau);
  const page = await open('/my-warung', seller);
  const stall = page.getByRole('switch', { name: /^Warung/ });
  const dish = page.getByRole('switch', { name: new RegExp(food_name) });
  await expect(dish).toBeChecked();
  await loseSignal(page);
  await stall.tap();
  await dish.tap();
  await expect(stall).not.toBeChecked();
  await expect(dish).not.toBeChecked();
  await expect(page.getByText('menunggu sinyal')).toHaveCount(2);
  expect(await states()).toEqual({ stall: true, dish: true });

  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/about');
  await expect.poll(states).toEqual({ stall: false, dish: false });
});

test('the last of several choices is sent when the signal is back', async ({ lapau, open }) => {
  const { seller, states } = await openStall(lapau);
  const page = await open('/my-warung', seller);
  const stall = page.getByRole('switch', { name: /^Warung/ });
  await expect(stall).toBeChecked();
  await loseSignal(page);
  for (let tap = 0; tap < 3; tap += 1) await stall.tap();
  await expect(page.getByText('menunggu sinyal')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('menunggu sinyal')).toBeHidden();
  await expect(stall).not.toBeChecked();
  await expect.poll(states).toEqual({ stall: false, dish: true });
});

test('what waits for one account is not sent for another, and goes when somebody else signs in (D83)', async ({
  lapau,
  open,
}) => {
  const { seller, states } = await openStall(lapau);
  const page = await open('/my-warung', seller);
  const stall = page.getByRole('switch', { name: /^Warung/ });
  await expect(stall).toBeChecked();
  await loseSignal(page);
  await stall.tap();
  await expect(page.getByText('menunggu sinyal')).toBeVisible();
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const as = async ({ cookie }: { cookie: string }) => {
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  };
  const other = await buildSeller(lapau);
  await as(other);
  const next = await context.newPage();
  await next.goto('/my-warung');
  await expect(next.getByRole('switch', { name: /^Warung/ })).toBeChecked();
  await expect(next.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);
  expect(await states()).toEqual({ stall: true, dish: true });
  await untilRenewed(next);
  await expect.poll(() => everythingStored(next)).not.toContain(seller.id);
  await as(seller);
  await next.goto('/my-warung');
  await expect(next.getByRole('switch', { name: /^Warung/ })).toBeChecked();
  await expect(next.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);
  expect(await states()).toEqual({ stall: true, dish: true });
});

test('a refused choice is taken back with its text', async ({ lapau, open }) => {
  const { seller, food_name } = await openStall(lapau);
  const page = await open('/my-warung', seller);
  const stall = page.getByRole('switch', { name: /^Warung/ });
  const dish = page.getByRole('switch', { name: new RegExp(food_name) });
  await expect(dish).toBeChecked();
  await failCall(page, 'set_warung_open');
  await stall.tap();
  await expectToast(page, 'Gagal memperbarui informasi warung.');
  await expect(stall).toBeChecked();
  await failCall(page, 'set_posts_open');
  await dish.tap();
  await expectToast(page, 'Gagal memperbarui menu.');
  await expect(dish).toBeChecked();
  await restoreCall(page, 'set_posts_open');
  await dish.tap();
  await expect.poll(async () => (await lapau.call('get_my_menu', {}, seller))[0]?.is_open).toBe(false);
});

test('a person without a stall is told so', async ({ lapau, open }) => {
  const page = await open('/my-warung', await buildMember(lapau, { role: 'admin' }));
  await expect(
    page.getByText('Data warung tidak ditemukan. Silakan coba mendaftar ulang atau hubungi dukungan.'),
  ).toBeVisible();
});
