import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { trustPhoneClock } from './support/phone-clock.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, stretchTimers, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /409.*undo_posts_open/ });

const longName = 'Lapau Nasi Kapau Uni Eli Simpang Tigo Muaro Paiti Kapur IX X';

const openSwitch = (page: Page) => page.getByRole('switch', { name: /^Warung/ });
const dishSwitch = (page: Page, dish: string) => page.getByRole('switch', { name: new RegExp(dish) });

/** Changes the stall as another phone does. @returns the sent input, with the version it replaced */
async function saveElsewhere(lapau: Lapau, seller: BuiltSeller, changes: { bio: string; address?: string }) {
  const current = await lapau.call('get_my_warung', {}, seller);
  if (!current) throw new Error('The seller has no stall.');
  const { name, address, phone_number, whatsapp_number, closes_nightly, version } = current;
  const sent = { name, address, phone_number, whatsapp_number, closes_nightly, version, ...changes };
  await lapau.call('update_my_warung', sent, seller);
  return sent;
}

async function stallWithMenu(lapau: Lapau, names: string[]) {
  const seller = await buildSeller(lapau, { warung: { name: longName, open_set_at: new Date(0) } });
  const images = [await storePhoto(lapau, seller)];
  const dishes = [];
  for (const food_name of names) {
    dishes.push(await buildPost(lapau, { user_id: seller.id, images, food_name, open_set_at: new Date(0) }));
  }
  return { seller, dishes };
}

test('a cook closes the stall and marks a dish, and a buyer sees it live', async ({ lapau, open }) => {
  const dish = unique('Gulai Paku jo Pangek Ikan Danguang-Danguang').padEnd(60, 'x');
  const { seller } = await stallWithMenu(lapau, [dish]);
  const buyer = await buildMember(lapau);
  const foods = await open('/foods', buyer);
  const stall = await open(`/warungs/${seller.id}`, buyer);
  const card = foods.getByRole('listitem').filter({ hasText: dish });
  await expect(card).toBeVisible();
  await expect(stall.getByRole('heading', { name: longName })).toBeVisible();

  const page = await open('/warung', seller);
  await page.getByRole('link', { name: /Kelola/ }).tap();
  await expect(page).toHaveURL('/my-warung');
  await expect(openSwitch(page)).toBeChecked();
  await expect(dishSwitch(page, dish)).toBeInViewport({ ratio: 1 });
  await expect.poll(() => layoutFaults(page)).toEqual([]);
  for (const control of [openSwitch(page), dishSwitch(page, dish)]) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  }
  await expectAccessible(page);

  await openSwitch(page).tap();
  await expect(openSwitch(page)).not.toBeChecked();
  await expect(card).toContainText('Tutup');
  await expect(stall.getByText('Tutup', { exact: true }).first()).toBeVisible();
  await openSwitch(page).tap();
  await expect(stall.getByText('Buka', { exact: true })).toBeVisible();

  await dishSwitch(page, dish).tap();
  await expect(dishSwitch(page, dish)).not.toBeChecked();
  await expect(stall.getByText('Habis', { exact: true })).toBeVisible();
  await expect(card).toBeHidden();
});

test('several dishes are marked together and taken back', async ({ lapau, open }) => {
  const names = ['Sate', 'Lontong', 'Lamang'].map(unique);
  const { seller } = await stallWithMenu(lapau, names);
  const page = await open('about:blank', seller);
  // The offer to take back what was marked is shown for 10 s.
  await page.addInitScript(stretchTimers, { durationMs: 10_000 });
  await page.goto('/my-warung');
  /** Dates the marks of dishes back by this long. */
  const setMarkedAgo = (ms: number) =>
    lapau.db
      .updateTable('availability_changes')
      .set({ created_at: new Date(Date.now() - ms) })
      .where('user_id', '=', seller.id)
      .execute();
  await page.getByRole('button', { name: 'Pilih' }).tap();
  for (const name of names) await page.getByRole('checkbox', { name }).tap();
  await expect(page.getByText('3 dipilih')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tandai habis' }).tap();
  await expect(page.getByText('3 menu ditandai habis')).toBeVisible();
  const areOpen = async () => (await lapau.call('get_my_menu', {}, seller)).map((post) => post.is_open);
  await expect.poll(areOpen).toEqual([false, false, false]);
  await setMarkedAgo(0);
  await page.getByRole('button', { name: 'Urungkan' }).tap();
  for (const name of names) await expect(dishSwitch(page, name)).toBeChecked();
  await expect.poll(areOpen).toEqual([true, true, true]);

  await dishSwitch(page, names[0] ?? '').tap();
  await expect.poll(areOpen).toContain(false);
  await page.getByRole('button', { name: 'Pilih' }).tap();
  for (const name of names) await page.getByRole('checkbox', { name }).tap();
  await page.getByRole('button', { name: 'Tandai tersedia' }).tap();
  await expect(page.getByText('3 menu ditandai tersedia')).toBeVisible();
  await expect.poll(areOpen).toEqual([true, true, true]);

  // Dishes whose mark can no longer be taken back stay marked.
  await setMarkedAgo(60_000);
  await page.getByRole('button', { name: 'Urungkan' }).tap();
  await expectToast(page, 'Perubahan ini tidak dapat dibatalkan lagi.');
  for (const name of names) await expect(dishSwitch(page, name)).toBeChecked();
});

test('a dish that is sold out for today is open again after 04.00, and the row says so (D67)', async ({
  lapau,
  open,
}) => {
  const dish = unique('Soto');
  const { seller, dishes } = await stallWithMenu(lapau, [dish]);
  const page = await open('about:blank', seller);
  await page.clock.install({ time: new Date('2026-11-22T13:00:00+07:00') });
  await trustPhoneClock(page);
  await page.goto('/my-warung');
  await dishSwitch(page, dish).tap();
  await page.getByRole('button', { name: 'Hanya hari ini' }).tap();
  await expect(page.getByText('Habis hari ini. Tersedia lagi besok')).toBeVisible();
  const id = dishes[0]?.id ?? '';
  const stored = () => lapau.db.selectFrom('posts').where('id', '=', id).select('reopens_at').executeTakeFirstOrThrow();
  await expect.poll(async () => (await stored()).reopens_at).not.toBeNull();
  // The time of reopening moves into the past, as after the night.
  await lapau.db
    .updateTable('posts')
    .set({ reopens_at: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();
  await page.clock.setFixedTime(new Date('2026-11-23T04:01:00+07:00'));
  await page.reload();
  await expect(dishSwitch(page, dish)).toBeChecked();
  const buyer = await open(`/post/${id}`, await buildMember(lapau));
  await expect(buyer.getByRole('heading', { name: dish })).toBeVisible();
  await expect(buyer.getByText('Habis', { exact: true })).toHaveCount(0);
});

test('late in the evening a stall that closes nightly is asked about, and a tap confirms it (D68)', async ({
  lapau,
  open,
}) => {
  const { seller, dishes } = await stallWithMenu(lapau, [unique('Soto')]);
  const noon = new Date('2026-11-22T12:00:00+07:00');
  await lapau.db
    .updateTable('warungs')
    .set({ closes_nightly: true, confirmed_at: noon })
    .where('id', '=', seller.id)
    .execute();
  const page = await open('about:blank', seller);
  await page.clock.setFixedTime(new Date('2026-11-22T20:00:00+07:00'));
  await trustPhoneClock(page);
  await page.goto('/my-warung');
  await expect(openSwitch(page)).toBeChecked();
  await expect(page.getByRole('button', { name: 'Masih buka' })).toBeHidden();
  await page.clock.setFixedTime(new Date('2026-11-22T21:30:00+07:00'));
  await page.reload();
  await page.getByRole('button', { name: 'Masih buka' }).tap();
  const confirmed = async () => (await lapau.call('get_my_warung', {}, seller))?.confirmed_at;
  await expect.poll(confirmed).not.toBe(noon.toISOString());
  const buyer = await open(`/warungs/${seller.id}`, await buildMember(lapau));
  await expect(buyer.getByText(/dipastikan penjual baru saja/)).toBeVisible();
  await buyer.goto(`/post/${dishes[0]?.id}`);
  await expect(buyer.getByText('Buka, dipastikan penjual baru saja')).toBeVisible();
});

test.describe('a deleted stall', () => {
  test.use({ expectedErrors: /403.*(get_my_warung|get_my_menu)/ });

  test('leaves its cook’s page and everybody’s lists at once, and the cook may apply again (D30)', async ({
    lapau,
    open,
  }) => {
    const dish = unique('Gulai Banak');
    const { seller } = await stallWithMenu(lapau, [dish]);
    const feed = await open('/', await buildMember(lapau));
    await expect(feed.getByRole('article', { name: dish })).toBeVisible();
    const page = await open('/my-warung', seller);
    await expect(dishSwitch(page, dish)).toBeVisible();
    await lapau.call('delete_warung_by_admin', { warung_id: seller.id }, await buildAdmin(lapau));
    await expect(feed.getByRole('article', { name: dish })).toBeHidden();
    await expect(
      page.getByText('Data warung tidak ditemukan. Silakan coba mendaftar ulang atau hubungi dukungan.'),
    ).toBeVisible();
    await expect(page.getByText('Gagal memuat menu.')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Tambah' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Daftar ulang' }).tap();
    await expect(page.getByLabel('Nama warung')).toBeVisible();
  });
});

test.describe('what fails', () => {
  test.use({
    expectedErrors: /(400|404|409|422).*(delete_post|update_my_warung|update_warung_avatar|get_my_warung|get_my_menu)/,
  });

  test('two phones that edit the stall: the second sees both versions and chooses (D70)', async ({ lapau, open }) => {
    const { seller } = await stallWithMenu(lapau, []);
    const page = await open('/my-warung', seller);
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Info warung' });
    await dialog.getByLabel('Deskripsi').fill('dari telepon kedua');
    const first = await saveElsewhere(lapau, seller, { bio: 'dari telepon pertama', address: 'Jorong Koto Tinggi' });
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    const choice = page.getByRole('dialog', { name: 'Data sudah berubah' });
    await expect(choice.getByText('dari telepon pertama')).toBeVisible();
    await expect(choice.getByText('dari telepon kedua')).toBeVisible();
    await expect(choice.getByText('Alamat')).toHaveCount(0);
    await expectAccessible(page);
    await choice.getByRole('button', { name: 'Pakai yang saya tulis' }).tap();
    await expectToast(page, 'Informasi warung berhasil diperbarui.');
    // The address, which nobody was asked about, is the other phone's.
    expect(await lapau.call('get_my_warung', {}, seller)).toMatchObject({
      ...first,
      bio: 'dari telepon kedua',
      version: first.version + 2,
    });
  });

  test('a switch that is not saved yet stays when another phone saves something else (D70)', async ({
    lapau,
    open,
  }) => {
    const { seller } = await stallWithMenu(lapau, []);
    const page = await open('/my-warung', seller);
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Info warung' });
    const nightly = dialog.getByRole('switch', { name: 'Tutup otomatis tiap malam' });
    const before = await nightly.isChecked();
    await nightly.tap();
    await saveElsewhere(lapau, seller, { bio: 'dari telepon pertama' });
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('dari telepon pertama');
    expect(await nightly.isChecked()).toBe(!before);
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expectToast(page, 'Informasi warung berhasil diperbarui.');
    expect(await lapau.call('get_my_warung', {}, seller)).toMatchObject({
      bio: 'dari telepon pertama',
      closes_nightly: !before,
    });
  });

  test('what was typed before a reload does not replace unasked what another phone has saved since (D70)', async ({
    lapau,
    open,
  }) => {
    const { seller } = await stallWithMenu(lapau, []);
    const page = await open('/my-warung', seller);
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    const description = page.getByRole('dialog', { name: 'Info warung' }).getByLabel('Deskripsi');
    await description.fill('dari telepon kedua');
    await expect.poll(() => storedDrafts(page)).toContain('dari telepon kedua');
    await saveElsewhere(lapau, seller, { bio: 'dari telepon pertama' });

    await page.reload();
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    await expect(description).toHaveValue('dari telepon kedua');
    await page.getByRole('button', { name: 'Simpan' }).tap();
    const choice = page.getByRole('dialog', { name: 'Data sudah berubah' });
    await expect(choice.getByText('dari telepon pertama')).toBeVisible();
    await choice.getByRole('button', { name: 'Pakai yang saya tulis' }).tap();
    await expectToast(page, 'Informasi warung berhasil diperbarui.');
    expect(await lapau.call('get_my_warung', {}, seller)).toMatchObject({ bio: 'dari telepon kedua' });
  });

  test('a WhatsApp number that can be none (D22), and a name of the site (D63), are refused under their fields', async ({
    lapau,
    open,
  }) => {
    const { seller } = await stallWithMenu(lapau, []);
    const page = await open('/my-warung', seller);
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Info warung' });
    await dialog.getByLabel('Nomor WhatsApp').fill('12');
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expect(dialog.getByText('Nomor WhatsApp tidak benar. Contoh: 0812-3456-7890.')).toBeVisible();
    await expect(dialog.getByLabel('Nomor WhatsApp')).toHaveValue('12');
    await dialog.getByLabel('Nomor WhatsApp').fill('');
    await dialog.getByLabel('Nama warung').fill('Lapau');
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expect(dialog.getByText('Nama ini hanya untuk pengelola. Pilih nama lain.')).toBeVisible();
    await expect(dialog.getByLabel('Nama warung')).toHaveValue('Lapau');
  });

  test('a deletion that fails brings the dish back, one that succeeds says so', async ({ lapau, open }) => {
    const dish = unique('Randang');
    const { seller } = await stallWithMenu(lapau, [dish]);
    const page = await open('/my-warung', seller);
    const erase = async () => {
      await page.getByRole('button', { name: `Menu ${dish}` }).tap();
      await page.getByRole('menuitem', { name: 'Hapus' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
    };
    await expect(dishSwitch(page, dish)).toBeVisible();
    await failCall(page, 'delete_post');
    await erase();
    await expectToast(page, 'Gagal menghapus menu.');
    await expect(dishSwitch(page, dish)).toBeVisible();
    await restoreCall(page, 'delete_post');
    await erase();
    await expectToast(page, 'Menu berhasil dihapus.');
    await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
  });

  test('every failure says what failed, and keeps what was typed', async ({ lapau, open }) => {
    const { seller } = await stallWithMenu(lapau, []);
    const page = await open('about:blank', seller);
    await failCall(page, 'get_my_warung');
    await failCall(page, 'get_my_menu');
    await page.goto('/my-warung');
    await expect(page.getByText('Gagal memuat data warung.')).toBeVisible();
    await expect(page.getByText('Gagal memuat menu.')).toBeVisible();
    await restoreCall(page, 'get_my_warung');
    await restoreCall(page, 'get_my_menu');
    await page.reload();
    await page.getByRole('button', { name: 'Ubah info' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Info warung' });
    await dialog.getByLabel('Deskripsi').fill('Pagi saja.');
    await failCall(page, 'update_my_warung');
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expectToast(page, 'Gagal memperbarui informasi warung.');
    await restoreCall(page, 'update_my_warung');
    await failCall(page, 'update_my_warung', { code: 'warung_not_found' });
    await dialog.getByRole('button', { name: 'Simpan' }).tap();
    await expectToast(page, 'Gagal memperbarui informasi warung: Data tidak ditemukan setelah update.');
    await expect(dialog.getByLabel('Deskripsi')).toHaveValue('Pagi saja.');
    await page.reload();
    await page.getByRole('button', { name: 'Ganti foto warung' }).tap();
    const photo = page.getByRole('dialog', { name: 'Foto warung' });
    await photo.getByRole('button', { name: 'Unggah' }).tap();
    await expect(page.getByText('Anda harus memilih gambar untuk diunggah.')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await photo.getByRole('button', { name: /^Pilih foto/ }).tap();
    await (await chooser).setFiles([await smallPhoto()]);
    await expect(photo.getByRole('group', { name: 'Bagian foto yang dipakai' })).toBeVisible();
    await failCall(page, 'update_warung_avatar');
    await photo.getByRole('button', { name: 'Unggah' }).tap();
    await expectToast(page, 'Gagal mengunggah avatar.');
    await restoreCall(page, 'update_warung_avatar');
    await photo.getByRole('button', { name: 'Coba lagi' }).tap();
    await expectToast(page, 'Avatar berhasil diunggah.');
    expect((await lapau.call('get_my_warung', {}, seller))?.avatar_url).toContain(`${seller.id}/warung_avatar.webp?t=`);
  });
});
