import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import sharp from 'sharp';
import {
  buildAdmin,
  buildComment,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
  buildSession,
} from '../server/src/testing/builders.ts';
import { buildHeic } from '../server/src/testing/heic.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { unzip } from '../server/src/testing/unzip.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.describe('one’s own data', () => {
  test.use({ expectedErrors: /400.*update_profile/ });

  test('can be changed, stays in the form when that fails, and the e-mail cannot be changed', async ({
    lapau,
    open,
  }) => {
    const member = await buildMember(lapau, { full_name: 'Rina Wati' });
    const page = await open('/profile', member);
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('Nama lengkap').fill('Rina Wati Chaniago');
    await page.getByLabel('Nagari').fill('nagari  Sialang');
    await failCall(page, 'update_profile', { times: 1 });
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Gagal memperbarui profil.');
    await expect(page.getByLabel('Nama lengkap')).toHaveValue('Rina Wati Chaniago');
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Profil berhasil diperbarui.');
    await expect(page.getByText('Rina Wati Chaniago')).toBeVisible();
    await expect(page.getByLabel('Nagari')).toHaveValue('Sialang');
    await page.reload();
    await expect(page.getByLabel('Nama lengkap')).toHaveValue('Rina Wati Chaniago');
    await page.getByLabel('Nama lengkap').fill(' ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nama lengkap wajib diisi.')).toBeVisible();
    await expect(page.getByLabel('Nama lengkap')).toBeFocused();
  });
});

test.describe('the photo', () => {
  test.use({ expectedErrors: /ERR_FAILED.*profile_avatar/ });

  /** A picture that is red on the left and blue on the right. */
  const twoColours = () =>
    sharp({ create: { width: 200, height: 100, channels: 3, background: '#d00' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#00d' } }, left: 100, top: 0 },
      ])
      .jpeg()
      .toBuffer();

  test('is cropped to a square, uploaded, and shown wherever its owner is shown', async ({ lapau, open }) => {
    const member = await buildMember(lapau, { full_name: 'Rina Wati' });
    const seller = await buildSeller(lapau);
    const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
    await buildComment(lapau, { post_id: post.id, user_id: member.id });
    const page = await open('/profile', member);
    await page.getByRole('button', { name: 'Ganti foto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Foto profil' });
    await dialog.getByRole('button', { name: 'Unggah' }).click();
    await expect(dialog.getByText('Anda harus memilih gambar untuk diunggah.')).toBeVisible();
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /^Pilih foto/ }).click();
      await (await chooser).setFiles({ name, mimeType, buffer });
    };
    await choose('catatan.jpg', 'image/jpeg', Buffer.from('bukan foto'));
    await expect(dialog.getByText('Foto ini tidak dapat dibuka. Pilih foto lain.')).toBeVisible();
    await choose('foto.jpg', 'image/jpeg', await twoColours());
    const cropper = dialog.getByRole('group', { name: 'Bagian foto yang dipakai' });
    // The arrow key moves the picture by a pixel of the screen; the picture stops at its edge.
    await expect(cropper).toBeVisible();
    await cropper.focus();
    for (let step = 0; step < 200; step += 1) await cropper.press('ArrowLeft');
    await expectAccessible(page);

    const uploads = `**/storage/avatars/${member.id}/**`;
    await page.route(uploads, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Unggah' }).click();
    await expectToast(page, 'Gagal mengunggah avatar.');
    await page.unroute(uploads);
    await dialog.getByRole('button', { name: 'Coba lagi' }).click();
    await expectToast(page, 'Avatar berhasil diunggah.');
    await expect(dialog).toBeHidden();
    const avatar = page.getByRole('main').locator('img');
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    const stored = path.join(lapau.dataFolder, 'files', 'avatars', member.id, 'profile_avatar.webp');
    const { width, height } = await sharp(stored).metadata();
    expect(width).toBe(height);
    const { channels } = await sharp(stored).stats();
    expect(channels[2]?.mean).toBeGreaterThan(180);
    expect(channels[0]?.mean).toBeLessThan(40);

    const neighbour = await open(`/post/${post.id}`, seller);
    const shown = neighbour.getByRole('list', { name: 'Komentar' }).locator('img');
    await expect(shown).toHaveAttribute('src', new RegExp(`/storage/avatars/${member.id}/profile_avatar.*\\?t=\\d+`));
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});

test('a HEIC as a photo of the profile goes whole where this browser cannot show it', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const page = await open('/profile', member);
  await page.getByRole('button', { name: 'Ganti foto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto profil' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Pilih foto' }).click();
  await (await chooser).setFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: buildHeic() });
  await expect(dialog.getByText(/^Foto ini tidak dapat dipotong di browser ini/)).toBeVisible();
  await expectAccessible(page);
  const answered = page.waitForResponse(/\/storage\/avatars\//);
  await dialog.getByRole('button', { name: 'Unggah' }).click();
  await answered;
  await expectToast(page, 'Avatar berhasil diunggah.');
  const stored = path.join(lapau.dataFolder, 'files', 'avatars', member.id, 'profile_avatar.webp');
  expect(await sharp(stored).metadata()).toMatchObject({ width: 512, height: 512 });
});

test.describe('the password', () => {
  test.use({ expectedErrors: /40[13].*(change_password|get_session|get-session|sign-in)/ });

  test('is changed with the old password; other devices are signed out', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const other = await open('/foods', await buildSession(lapau, member.id));
    await expect(other.getByRole('searchbox')).toBeVisible();
    const page = await open('/profile', member);
    await page.getByRole('button', { name: 'Ubah kata sandi' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ubah kata sandi' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    const save = dialog.getByRole('button', { name: 'Simpan kata sandi' });
    await dialog.getByLabel('Kata sandi lama').fill('salah sekali');
    await dialog.getByLabel('Kata sandi baru').fill('lima5');
    await save.click();
    await expect(dialog.getByText('Minimal 6 karakter.')).not.toHaveCount(0);
    await dialog.getByLabel('Kata sandi baru').fill('yang baru sekali');
    await save.click();
    await expect(dialog.getByText('Kata sandi salah.')).toBeVisible();
    await expect(dialog.getByLabel('Kata sandi baru')).toHaveValue('yang baru sekali');
    await dialog.getByLabel('Kata sandi lama').fill(password);
    await save.click();
    await expectToast(page, 'Kata sandi berhasil diubah.');
    await expect(dialog).toBeHidden();
    await expectToast(other, 'Sesi Anda telah berakhir. Silakan masuk lagi.');
    await expect(other).toHaveURL('/login?next=%2Ffoods');

    await other.getByLabel('Email').fill(member.email);
    await other.getByLabel('Kata sandi', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Masuk' }).click();
    await expect(other.getByText('Email atau password salah.')).toBeVisible();
    await other.getByLabel('Kata sandi', { exact: true }).fill('yang baru sekali');
    await other.getByRole('button', { name: 'Masuk' }).click();
    await expect(other).toHaveURL('/foods');
    await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  });
});

test('the data export has everything that the database has about its owner', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const photo = await storePhoto(lapau, seller);
  await buildPost(lapau, { user_id: seller.id, images: [photo], food_name: 'Sala Lauak' });
  const cook = await buildSeller(lapau);
  const theirs = await buildPost(lapau, { user_id: cook.id, images: [await storePhoto(lapau, cook)] });
  await buildComment(lapau, { post_id: theirs.id, user_id: seller.id, content: 'Lamak bana!' });
  await lapau.call('toggle_like', { post_id_to_toggle: theirs.id, liked: true }, seller);
  await lapau.call('toggle_save_post', { post_id_to_toggle: theirs.id, saved: true }, seller);
  const page = await open('/profile', seller);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Unduh data saya' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('data-saya.zip');
  const entries = unzip(await readFile(await download.path()));
  expect([...entries.keys()].toSorted()).toEqual(['data.json', `posts/${photo}`].toSorted());
  expect(entries.get(`posts/${photo}`)).toEqual(await readFile(path.join(lapau.dataFolder, 'files', 'posts', photo)));

  const data = JSON.parse(String(entries.get('data.json'))) as Record<string, Record<string, unknown>[]>;
  for (const [table, column] of [
    ['profiles', 'id'],
    ['warungs', 'id'],
    ['posts', 'user_id'],
    ['post_comments', 'user_id'],
    ['likes', 'user_id'],
    ['saved_posts', 'user_id'],
  ] as const) {
    const rows = await ownRows(lapau, table, column, seller.id);
    expect(rows, table).toHaveLength(1);
    expect(data[table], table).toHaveLength(1);
    const told = data[table]?.[0] ?? {};
    expect(rows[0], table).toMatchObject(told);
    expect(Object.keys(told).length).toBeGreaterThan(2);
  }
});

/** The rows of a table that belong to somebody, as JSON. */
async function ownRows({ db }: Lapau, table: string, column: string, id: string): Promise<Record<string, unknown>[]> {
  const own = sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = ${id}`;
  return (await own.execute(db)).rows.map(({ row }) => row);
}

const dishOf = (page: Page, dish: string) => page.getByRole('article', { name: dish });

test.describe('an account', () => {
  test.use({ expectedErrors: /40[134].*(delete_account|get_session|get-session|get_post_details|get_feed)/ });

  test('is deleted with its password; reports and the audit log stay (D30)', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const password = await buildPassword(lapau, seller);
    const photos = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
    const dish = unique('Sala Lauak');
    const reported = await buildPost(lapau, { user_id: seller.id, images: photos.slice(0, 1), food_name: dish });
    await buildPost(lapau, { user_id: seller.id, images: photos.slice(1), food_name: 'Sate' });
    const cook = await buildSeller(lapau);
    const theirs = await buildPost(lapau, { user_id: cook.id, images: [await storePhoto(lapau, cook)] });
    const comment = await buildComment(lapau, { post_id: theirs.id, user_id: seller.id, content: 'Iklan' });
    await buildComment(lapau, { post_id: theirs.id, user_id: seller.id, content: 'Lamak bana!' });
    const neighbour = await buildMember(lapau);
    await lapau.call('create_report', { reported_post_id: reported.id, reason: 'Foto lama' }, neighbour);
    await lapau.call('delete_comment', { comment_id: comment.id }, await buildAdmin(lapau));
    const feed = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, neighbour);
    await expect(dishOf(feed, dish)).toBeVisible();
    const thread = await open(`/post/${theirs.id}`, cook);
    await expect(thread.getByText('Lamak bana!')).toBeVisible();

    const page = await open('/profile', seller);
    await page.getByRole('button', { name: 'Hapus akun' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hapus akun?' });
    await expect(dialog).toContainText('Profil, warung, postingan, foto, komentar, suka, dan simpanan');
    await expectAccessible(page);
    await dialog.getByLabel('Kata sandi', { exact: true }).fill('salah sekali');
    await dialog.getByRole('button', { name: 'Hapus akun' }).click();
    await expect(dialog.getByText('Kata sandi salah.')).toBeVisible();
    await dialog.getByLabel('Kata sandi', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Hapus akun' }).click();
    await expectToast(page, 'Akun Anda telah dihapus.');
    await expect(page).toHaveURL('/login');
    await page.goto('/profile');
    await expect(page).toHaveURL('/login?next=%2Fprofile');

    // Other people's pages show nothing of the account any more.
    await expect(feed.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
    await thread.reload();
    await expect(thread.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
    const { db } = lapau;
    for (const [table, column] of [
      ['profiles', 'id'],
      ['warungs', 'id'],
      ['posts', 'user_id'],
      ['post_comments', 'user_id'],
      ['likes', 'user_id'],
      ['sessions', 'user_id'],
      ['accounts', 'user_id'],
    ] as const) {
      expect(await ownRows(lapau, table, column, seller.id), table).toEqual([]);
    }
    // The report's photo and the audit log stay. The server tries again after half a minute to remove a file that it could not.
    const files = db.selectFrom('files').select('path').where('path', 'like', `${seller.id}/%`);
    await expect
      .poll(async () => (await files.execute()).map((file) => file.path), { timeout: 25_000 })
      .toEqual(photos.slice(0, 1));
    const reports = db
      .selectFrom('reports')
      .select(['snapshot_food_name', 'snapshot_images'])
      .where('reporter_id', '=', neighbour.id);
    expect(await reports.execute()).toEqual([{ snapshot_food_name: dish, snapshot_images: photos.slice(0, 1) }]);
    const audit = db.selectFrom('audit_log').select('action').where('target_id', '=', comment.id);
    expect(await audit.execute()).toEqual([{ action: 'delete_comment' }]);
  });
});

test.describe('the sessions of an account (D66)', () => {
  test.use({ expectedErrors: /(400|401).*(list_sessions|end_session|rpc)/ });

  test('are listed, the current one marked, and can be ended one by one or all at once', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    const phone = await buildSession(lapau, member.id, { device_name: 'Chrome di Android', last_seen_at: lastWeek });
    for (const device_name of ['Samsung Internet di Android', 'Firefox di Windows'])
      await buildSession(lapau, member.id, { device_name, last_seen_at: lastWeek });
    const elsewhere = await open('/profile', phone);
    await expect(elsewhere.getByLabel('Email')).toHaveValue(member.email);

    const page = await open('/profile', member);
    const devices = page.getByRole('region', { name: 'Perangkat yang masuk' });
    await expect(devices.getByRole('listitem')).toHaveCount(4);
    await expect(devices.getByRole('listitem').filter({ hasText: 'Perangkat ini' })).toHaveCount(1);
    await expect(devices.getByText('Terakhir dipakai')).toHaveCount(3);
    await expectAccessible(page);

    await devices.getByRole('button', { name: 'Keluarkan Chrome di Android' }).click();
    const confirm = page.getByRole('alertdialog');
    await expect(confirm).toContainText('Chrome di Android harus masuk lagi dengan kata sandi.');
    await expectAccessible(page);
    await failCall(page, 'end_session', { times: 1 });
    await confirm.getByRole('button', { name: 'Keluarkan' }).click();
    await expectToast(page, 'Gagal mengeluarkan perangkat.');
    await expect(devices.getByRole('listitem')).toHaveCount(4);
    await devices.getByRole('button', { name: 'Keluarkan Chrome di Android' }).click();
    await confirm.getByRole('button', { name: 'Keluarkan' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(3);
    await expect(elsewhere.getByRole('heading', { name: 'Masuk' })).toBeVisible();

    await devices.getByRole('button', { name: 'Keluarkan semua perangkat lain' }).click();
    await confirm.getByRole('button', { name: 'Keluarkan' }).click();
    await expectToast(page, 'Semua perangkat lain dikeluarkan.');
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(devices.getByRole('button')).toHaveCount(0);

    await failCall(page, 'list_sessions');
    await page.reload();
    await expect(devices.getByText('Gagal memuat perangkat.')).toBeVisible();
  });
});

test('an admin cannot delete their account (D9)', async ({ lapau, open }) => {
  const page = await open('/profile', await buildAdmin(lapau));
  await expect(page.getByRole('button', { name: 'Ubah kata sandi' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hapus akun' })).toBeHidden();
});
