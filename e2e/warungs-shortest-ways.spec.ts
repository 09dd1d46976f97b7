import { limits } from '@lapau/contract/limits';
import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { untilTaken, watchShifts } from './support/rendered.ts';
import { loseSignal } from './support/signal.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed/ });

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const longAgo = new Date(0);

/** A cook with dishes of yesterday, the first of which is sold out. */
async function kitchen(lapau: Lapau, { is_open = true, dishes = 1 } = {}) {
  const warung = { is_open, open_set_at: longAgo };
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung });
  const images = [await storePhoto(lapau, seller)];
  const names = Array.from({ length: dishes }, () => unique('Gulai'));
  for (const [index, food_name] of names.entries())
    await buildPost(lapau, {
      user_id: seller.id,
      food_name,
      images,
      price: '10000',
      created_at: ago(30 + index),
      is_open: index > 0,
      open_set_at: longAgo,
    });
  return { seller, names };
}
const stall = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Warung Saya/ });

test('the stall is one tap away on every screen, and its icon says whether it is open', async ({ lapau, open }) => {
  const { seller } = await kitchen(lapau);
  const page = await open('about:blank', seller);
  await page.setViewportSize({ width: 320, height: 640 });
  const shifts = await watchShifts(page);
  await page.goto('/');
  await untilTaken(page);
  expect(await shifts()).toBeLessThanOrEqual(0.02);
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, buka');
  // Under load the server sends the shell.
  const html = async () => (await page.request.get('/')).text();
  await expect.poll(html).toContain('aria-label="Warung Saya, buka"');
  await expectAccessible(page);
  // Another phone closes the stall, and then this one opens it without a signal.
  await lapau.call('set_warung_open', { is_open: false }, seller);
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, tutup');
  await stall(page).tap();
  await expect(page.getByRole('switch', { name: /^Warung/ })).not.toBeChecked();
  await loseSignal(page);
  await page.getByRole('switch', { name: /^Warung/ }).tap();
  await page.getByRole('link', { name: 'Feed' }).tap();
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, buka');
  await page.context().setOffline(false);
  await expect.poll(async () => (await lapau.call('get_my_warung', {}, seller))?.is_open).toBe(true);
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, buka');

  const buyer = await open('/', await buildMember(lapau));
  await expect(buyer.getByRole('link', { name: 'Notifikasi' })).toBeVisible();
  await expect(stall(buyer)).toHaveCount(0);
});

test('a cook has the app start with the own stall, but a tap on Feed and a reload show the feed', async ({
  lapau,
  open,
}) => {
  const { seller } = await kitchen(lapau);
  const page = await open('/profile', seller);
  await page.getByRole('switch', { name: 'Mulai di Warung Saya' }).tap();
  const started = await page.context().newPage();
  await page.close();
  await started.goto('/');
  await expect(started.getByRole('switch', { name: /^Warung/ })).toBeVisible();
  expect(new URL(started.url()).pathname).toBe('/my-warung');
  await started.getByRole('link', { name: 'Feed' }).tap();
  await expect(started.getByRole('searchbox')).toBeVisible();
  await started.reload();
  await expect(started.getByRole('searchbox')).toBeVisible();
  expect(new URL(started.url()).pathname).toBe('/');

  await lapau.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', seller.id).execute();
  await expect
    .poll(async () => {
      await started.goto('about:blank');
      await started.goto('/');
      await untilTaken(started);
      return new URL(started.url()).pathname;
    })
    .toBe('/');
});

test('a price is two taps away from everywhere, and so is what is sold out', async ({ lapau, open }) => {
  const { seller, names } = await kitchen(lapau, { dishes: 2 });
  const [, dish = ''] = names;
  const page = await open('/notifications', seller);
  await stall(page).tap();
  await page.getByRole('button', { name: `Ubah harga ${dish}` }).tap();
  await expect(page.getByRole('dialog', { name: 'Ubah harga' }).getByLabel('Harga')).toBeFocused();
  // The old price is selected.
  await page.keyboard.type('12500');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Menu berhasil diperbarui.');
  await page.goto('/foods');
  await stall(page).tap();
  await expect(page.getByRole('button', { name: `Ubah harga ${dish}` })).toContainText('12.500');
  await page.getByRole('switch', { name: new RegExp(dish) }).tap();
  await expect
    .poll(async () => (await lapau.call('get_my_menu', {}, seller)).filter(({ is_open }) => is_open))
    .toEqual([]);
});

test('yesterday’s dishes are cooked again together, also without a signal, and an undo takes it back (D105)', async ({
  lapau,
  open,
}) => {
  const { seller, names } = await kitchen(lapau, { is_open: false, dishes: 3 });
  const page = await open('about:blank', seller);
  // The offer to take it back is shown for 10 s.
  await page.addInitScript(stretchTimers, { ...toastTimer, durationMs: limits.undoMs });
  await page.goto('/my-warung');
  const states = async () =>
    (await lapau.call('get_my_menu', {}, seller)).map(({ is_open, created_at }) => [
      is_open,
      created_at > ago(1).toISOString(),
    ]);
  const before = await states();
  const cook = async (count: number) => {
    await page.getByRole('button', { name: 'Masak lagi hari ini' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Masak lagi hari ini' });
    await expect(sheet.getByRole('checkbox')).toHaveCount(3);
    return { sheet, start: sheet.getByRole('button', { name: `Masak lagi (${count})` }) };
  };
  const { sheet, start } = await cook(3);
  await expect(sheet.getByText('Warung Anda juga dibuka.')).toBeVisible();
  await expectAccessible(page);
  await start.tap();
  await expectToast(page, '3 masakan tampil paling atas lagi.');
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, buka');
  // The server takes it back for as long; under load the tap may come later.
  await lapau.db
    .updateTable('availability_changes')
    .set({ created_at: new Date() })
    .where('user_id', '=', seller.id)
    .execute();
  await page.getByRole('button', { name: 'Urungkan' }).tap();
  await expect.poll(states).toEqual(before);
  await expect(stall(page)).toHaveAccessibleName('Warung Saya, tutup');

  // The page has read by then that the dishes were not posted again.
  const undone = await cook(3);
  await undone.sheet.getByRole('button', { name: 'Tutup' }).tap();
  await loseSignal(page);
  const offline = await cook(3);
  await offline.sheet.getByRole('checkbox', { name: new RegExp(names[2] ?? '') }).tap();
  await offline.sheet.getByRole('button', { name: 'Masak lagi (2)' }).tap();
  await expect(page.getByRole('switch', { name: new RegExp(names[0] ?? '') })).toBeChecked();
  // The stall, which is to open with them, waits too.
  await expect(page.getByText('menunggu sinyal')).toHaveCount(3);
  await expect(page.getByText('Anda pastikan')).toBeHidden();
  await page.context().setOffline(false);
  await expect.poll(async () => (await states()).filter(([, isRenewed]) => isRenewed)).toHaveLength(2);
});
