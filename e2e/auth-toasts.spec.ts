import type { Page } from '@playwright/test';
import { buildMember, buildPassword, buildSeller } from '../server/src/testing/builders.ts';
import { failCall } from './support/calls.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({ expectedErrors: /40[01].*(sign-in|update_profile)/ });

/** Advances the page's clock step by step until the assertion passes. */
const soon = (page: Page, look: () => Promise<unknown>) =>
  expect.poll(async () => {
    await page.clock.runFor(10);
    return look();
  });

test('at most three toasts show at a time, each for four seconds', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  await buildPassword(lapau, member);
  const page = await open('about:blank');
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Masuk' }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);

  await page.getByRole('button', { name: 'Masuk' }).click();
  await page.getByRole('button', { name: 'Masuk' }).click();
  await soon(page, () => toastsOf(page).allTextContents()).toEqual(['Ada isian yang belum benar.']);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill('salah sekali');
  await page.getByRole('button', { name: 'Masuk' }).click();
  await soon(page, () => toastsOf(page).count()).toBe(2);
  await page.getByRole('link', { name: 'Lupa Password' }).click();
  await page.getByRole('button', { name: 'Kirim tautan' }).click();
  await soon(page, () => toastsOf(page).count()).toBe(3);
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click();
  await page.getByRole('link', { name: 'Daftar Akun Baru' }).click();
  await page.getByLabel('Kecamatan').fill('Pangkalan');
  await page.getByLabel('Kecamatan').press('Enter');
  await soon(page, () => toastsOf(page).count()).toBe(4);
  const last = toastsOf(page).filter({ hasText: 'Aplikasi belum tersedia dilokasi anda' });
  await soon(page, () => toastsOf(page).and(page.locator('[data-visible="true"]')).count()).toBe(3);

  // Toasts under the mouse do not disappear.
  await page.mouse.move(1, 1);
  await soon(page, () => last.count()).toBe(1);
  await page.clock.runFor(3_500);
  await expect(last).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toastsOf(page)).toHaveCount(0);
});

test('a toast shows above the bottom bar, 356 px wide where there is room, in the system’s theme', async ({
  lapau,
  open,
}) => {
  const page = await open('/profile', await buildMember(lapau));
  await page.emulateMedia({ colorScheme: 'light' });
  await failCall(page, 'update_profile');
  await page.getByLabel('Nama lengkap').fill('Nama Baru');
  await page.getByRole('button', { name: 'Simpan' }).click();
  const toast = toastsOf(page).filter({ hasText: 'Gagal memperbarui profil.' });
  await expect(toast).toBeVisible();
  await toast.hover();
  const boxes = async () => ({
    toast: (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    bar: (await page.getByRole('navigation', { name: 'Navigasi utama' }).boundingBox()) ?? { y: 0 },
  });
  await expect.poll(async () => (await boxes()).toast.width).toBe(360 - 2 * 16);
  const { toast: box, bar } = await boxes();
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  const toaster = page.locator('[data-sonner-toaster]');
  await expect(toaster).toHaveAttribute('data-sonner-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(toaster).toHaveAttribute('data-sonner-theme', 'dark');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await boxes()).toast.width).toBe(356);
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
