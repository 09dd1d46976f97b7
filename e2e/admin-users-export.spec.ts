import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildReport, buildSeller } from '../server/src/testing/builders.ts';
import { readCsv } from '../server/src/testing/csv.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

async function download(page: Page, name: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), rows: readCsv(await readFile(await file.path())) };
}

test('an admin downloads people as they are filtered, stalls and reports, and the log says so', async ({
  lapau,
  open,
}) => {
  const name = unique('Unduh');
  const member = await buildMember(lapau, { full_name: `${name} satu`, phone: '081234567890' });
  await buildMember(lapau, { full_name: `${name} dua`, is_suspended: true });
  const admin = await buildAdmin(lapau, { full_name: unique('Admin') });
  const page = await open(`/admin/users?cari=${encodeURIComponent(name)}&status=active`, admin);
  await expect(page.getByText('1 pengguna', { exact: true })).toBeVisible();
  const people = await download(page, 'Unduh CSV');
  expect(people.name).toMatch(/^pengguna-\d{4}-\d\d-\d\d\.csv$/);
  expect(people.rows).toMatchObject([
    { 'Nama lengkap': member.full_name, Email: member.email, 'Nomor HP': '0812-3456-7890', Status: 'Aktif' },
  ]);

  const stall = unique('Lapau Unduh');
  const seller = await buildSeller(lapau, { warung: { name: stall } });
  await page.goto(`/admin/warungs?cari=${encodeURIComponent(stall)}`);
  await expect(page.getByText('1 warung', { exact: true })).toBeVisible();
  expect((await download(page, 'Unduh CSV')).rows).toMatchObject([{ 'Nama warung': stall }]);

  const reason = unique('Foto lama');
  // The dish has a real photo, since it shows in the feeds of other stories.
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  await buildReport(lapau, { reason, reported_post_id: post.id, snapshot_images: [] });
  await page.goto('/admin/reports');
  expect((await download(page, 'Unduh CSV')).rows[0]).toMatchObject({ Alasan: reason, Status: 'Menunggu' });
  await page.goto('/admin/settings');
  expect((await download(page, 'Unduh semua laporan (CSV)')).rows[0]).toMatchObject({ Alasan: reason });
  await page.getByRole('link', { name: 'Catatan tindakan' }).click();
  const entries = page.getByRole('list', { name: 'Tindakan' }).getByRole('listitem');
  await expect(entries.first()).toContainText(`${admin.full_name} mengunduh daftar laporan`);
  await expect(entries.nth(3)).toContainText(`${admin.full_name} mengunduh daftar pengguna`);
});
