import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { failCall } from './support/calls.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({ expectedErrors: /400.*(toggle_like|toggle_save_post|update_profile)/ });

/** Advances the page's clock step by step until the assertion passes. */
const soon = (page: Page, look: () => Promise<unknown>) =>
  expect.poll(async () => {
    await page.clock.runFor(10);
    return look();
  });

test('at most three toasts show at a time, each for four seconds', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const { id } = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const page = await open('about:blank', await buildMember(lapau));
  await failCall(page, 'toggle_like');
  await failCall(page, 'toggle_save_post');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { configurable: true, value: undefined });
    navigator.clipboard.writeText = () => Promise.resolve();
  });
  await page.clock.install();
  await page.goto(`/post/${id}`);
  const share = page.getByRole('button', { name: 'Bagikan' });
  await share.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);

  await share.click();
  await soon(page, () => toastsOf(page).allTextContents()).toEqual(['Link postingan disalin ke clipboard!']);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).click();
  await soon(page, () => toastsOf(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await soon(page, () => toastsOf(page).count()).toBe(3);
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator, 'share', { value: refuse });
  });
  await share.click();
  await soon(page, () => toastsOf(page).count()).toBe(4);
  const last = toastsOf(page).filter({ hasText: 'Gagal membagikan postingan.' });
  await soon(page, () => toastsOf(page).and(page.locator('[data-visible="true"]')).count()).toBe(3);

  await page.clock.runFor(3_500);
  await expect(last).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toastsOf(page)).toHaveCount(0);
});

test('a toast shows over the top bar, 356 px wide where there is room, in the system’s theme', async ({
  lapau,
  open,
}) => {
  const page = await open('about:blank', await buildMember(lapau));
  await page.emulateMedia({ colorScheme: 'light' });
  await failCall(page, 'update_profile');
  await page.clock.install();
  await page.goto('/profile');
  await page.getByLabel('Nama lengkap').fill('Nama Baru');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Simpan' }).click();
  const toast = toastsOf(page).filter({ hasText: 'Gagal memperbarui profil.' });
  await soon(page, () => toast.count()).toBe(1);
  const box = async () => (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => (await box()).y).toBe(8);
  expect((await box()).width).toBe(360 - 2 * 16);
  const toaster = page.locator('[data-sonner-toaster]');
  await expect(toaster).toHaveAttribute('data-sonner-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(toaster).toHaveAttribute('data-sonner-theme', 'dark');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await box()).width).toBe(356);
});

test('a tooltip shows after 700 ms under the mouse, and at once within 300 ms of another', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildSeller(lapau));
  await page.clock.install();
  await page.goto('/my-warung/tambah-menu');
  await choosePhotos(page, await smallPhoto(), await smallPhoto());
  await expect(page.getByText('Terunggah', { exact: true })).toHaveCount(2);
  const tooltip = page.getByRole('tooltip');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Hapus foto 1' }).hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText('Hapus foto 1');

  await page.getByRole('button', { name: 'Mundurkan foto 1' }).hover();
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText('Mundurkan foto 1');
  await page.mouse.move(1, 1);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(301);
  await page.getByRole('button', { name: 'Hapus foto 1' }).hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
});
