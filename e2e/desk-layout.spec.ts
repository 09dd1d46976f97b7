import type { Locator } from '@playwright/test';
import { buildAdmin } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

async function edgesOf(shown: Locator): Promise<{ left: number; right: number }> {
  const box = await shown.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { left: Math.round(box.x), right: Math.round(box.x + box.width) };
}

test('the rail marks where one is, and leads back to the summary', async ({ lapau, open }) => {
  const page = await open('/admin', await buildAdmin(lapau));
  const rail = page.getByRole('navigation', { name: 'Navigasi admin' });
  const summary = rail.getByRole('link', { name: 'Ringkasan' });
  await expect(summary).toHaveAttribute('aria-current', 'page');
  await rail.getByRole('link', { name: 'Promosi' }).click();
  await expect(page.getByRole('heading', { name: 'Manajemen Promosi' })).toBeVisible();
  await expect(summary).not.toHaveAttribute('aria-current');
  await summary.click();
  await expect(page.getByRole('heading', { name: 'Ringkasan' })).toBeVisible();
  // On a phone the title leads there: six tabs are too many.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rail.getByRole('link')).toHaveCount(5);
});

test("the chart of the month fills its column, from the title to the chart's buttons", async ({ lapau, open }) => {
  const page = await open('/admin', await buildAdmin(lapau));
  const bars = page.getByRole('img', { name: /^Pengunjung tiap hari selama 30 hari/ }).locator('rect');
  await expect(bars).toHaveCount(30);
  const { left } = await edgesOf(page.getByRole('heading', { name: '30 hari terakhir' }));
  const { right } = await edgesOf(page.getByRole('button', { name: 'Postingan', exact: true }));
  expect(Math.abs((await edgesOf(bars.first())).left - left)).toBeLessThan(12);
  expect(Math.abs((await edgesOf(bars.last())).right - right)).toBeLessThan(12);
});

test('all screens of the desk begin at the same place, and the settings with the announcement', async ({
  lapau,
  open,
}) => {
  const page = await open('/admin/users', await buildAdmin(lapau));
  const backOf = () => edgesOf(page.getByRole('button', { name: 'Kembali' }));
  await expect(page.getByRole('heading', { name: 'Kelola Pengguna' })).toBeVisible();
  const { left } = await backOf();
  const titles = {
    '/admin/warungs': 'Kelola Warung',
    '/admin/promotions': 'Manajemen Promosi',
    '/admin/spellings': 'Ejaan pencarian',
    '/admin/log': 'Catatan tindakan',
    '/admin/add-post': 'Tambah Postingan',
    '/admin/settings': 'Pengaturan',
  };
  for (const [path, name] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    expect((await backOf()).left, path).toBe(left);
  }
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Pengumuman');
});
