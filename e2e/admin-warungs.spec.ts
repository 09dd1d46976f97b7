import { buildAdmin, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('the filter finds the stalls of each status, with the reason on the card', async ({ lapau, open }) => {
  const name = unique('Kadai');
  const build = (which: string, given: Parameters<typeof buildSeller>[1]) =>
    buildSeller(lapau, { ...given, warung: { ...given?.warung, name: `${name} ${which}` } });
  await build('Buka', {});
  await build('Henti', { warung: { is_suspended: true } });
  await build('Pemilik', { profile: { is_suspended: true } });
  await build('Sembunyi', { profile: { role: 'pembeli' } });
  const page = await open(`/admin/warungs?cari=${name}`, await buildAdmin(lapau));
  const cards = page.getByRole('list', { name: 'Warung' }).getByRole('listitem');
  await expect(cards).toHaveCount(4);
  for (const [status, shown] of [
    ['Tersembunyi', [/Sembunyi.*TersembunyiPemiliknya bukan penjual\./]],
    ['Ditangguhkan', [/Pemilik.*DitangguhkanPemiliknya ditangguhkan\./, /Henti.*Ditangguhkan/]],
    ['Aktif', [/Buka.*Buka/]],
  ] as const) {
    await page.getByLabel('Status').selectOption(status);
    await expect(cards).toContainText([...shown]);
    await page.reload();
    await expect(cards).toContainText([...shown]);
  }
});

test('an admin finds a stall, edits it, and adds, edits and deletes a dish of its menu', async ({ lapau, open }) => {
  const name = unique('Kadai Uni Eli');
  const seller = await buildSeller(lapau, { warung: { name } });
  const page = await open('/admin/warungs', await buildAdmin(lapau));
  await page.getByRole('searchbox').fill(name);
  const card = page.getByRole('list', { name: 'Warung' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  await expect(card.getByText(seller.email)).toBeVisible();
  await expect(page.getByText('1 warung', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await expect(card.getByText('Buka', { exact: true })).toBeVisible();
  await lapau.call('set_warung_open', { is_open: false }, seller);
  await expect(card.getByText('Tutup', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit warung' });
  await form.getByLabel('Deskripsi').fill('Buka sejak subuh.');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Data warung berhasil diperbarui.');
  expect(await lapau.call('get_warung', { warung_id: seller.id }, seller)).toMatchObject({ bio: 'Buka sejak subuh.' });

  await card.getByRole('link', { name: 'Kelola menu' }).click();
  await expect(page.getByRole('heading', { name: `Kelola Menu ${name}` })).toBeVisible();
  const newName = `${name} Baru`;
  await lapau.call('update_my_warung', { name: newName, closes_nightly: false, version: 2 }, seller);
  await expect(page.getByRole('heading', { name: `Kelola Menu ${newName}` })).toBeVisible();
  await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
  await expect(page.getByText('Klik "Tambah Menu" untuk memulai.')).toBeVisible();
  await page.getByRole('link', { name: 'Tambah Menu' }).click();
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill('Gulai Paku');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Posting' }).click();
  await expectToast(page, 'Postingan baru berhasil ditambahkan!');
  await expect(page).toHaveURL(`/admin/warungs/${seller.id}/menu`);
  await expect(page.getByText('Gratis')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Gulai Paku' }).click();
  const dish = page.getByRole('dialog', { name: 'Edit Menu' });
  await dish.getByLabel('Harga').fill('');
  await dish.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Nama makanan dan harga harus diisi.');
  await dish.getByLabel('Harga').fill('12000');
  await dish.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Menu berhasil diperbarui.');
  await expect(page.getByText('Rp 12.000')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Hapus Gulai Paku' }).click();
  await decide(page, 'Hapus', 'Penipuan.');
  await expectToast(page, 'Menu berhasil dihapus.');
  await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
});

test('an admin suspends a stall, lifts it and deletes it, each after a question', async ({ lapau, open }) => {
  const name = unique('Sate Uda Jon');
  await buildSeller(lapau, { warung: { name } });
  const page = await open(`/admin/warungs?cari=${encodeURIComponent(name)}`, await buildAdmin(lapau));
  const choose = async (action: string, toast: string, reason?: string) => {
    await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await decide(page, action, reason);
    await expectToast(page, toast);
  };
  await choose('Tangguhkan', 'Warung berhasil ditangguhkan.', 'Penipuan.');
  await expect(page.getByText('Ditangguhkan', { exact: true }).last()).toBeVisible();
  await choose('Aktifkan', 'Warung berhasil diaktifkan.');
  await expect(page.getByText('Buka', { exact: true })).toBeVisible();
  await choose('Hapus', 'Warung berhasil dihapus.', 'Penipuan.');
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|404|409|422/ });

  test('a switch of a dish is saved beside what the cook has changed of the dish meanwhile (D70)', async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Gulai Tunjang' });
    const page = await open(`/admin/warungs/${seller.id}/menu`, await buildAdmin(lapau));
    await page.getByRole('button', { name: 'Edit Gulai Tunjang' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Menu' });
    await form.getByRole('switch', { name: 'Tersedia' }).click();
    const { version, food_name, price, images: sent } = await lapau.call('get_my_post', { post_id: id }, seller);
    await lapau.call(
      'update_post',
      { post_id: id, version, food_name, price, images: sent, description: 'Pedas' },
      seller,
    );
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Menu berhasil diperbarui.');
    const stored = lapau.db.selectFrom('posts').select(['is_open', 'description']).where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ is_open: false, description: 'Pedas' });
  });

  test('of a stall', async ({ lapau, open }) => {
    const name = unique('Dapua Etek Ros');
    await buildSeller(lapau, { warung: { name } });
    const page = await open(`/admin/warungs?cari=${encodeURIComponent(name)}`, await buildAdmin(lapau));
    const detail = 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.';
    for (const call of ['toggle_warung_suspension', 'delete_warung_by_admin', 'update_warung_by_admin'] as const) {
      await failCall(page, call);
    }
    for (const [action, text] of [
      ['Tangguhkan', `Gagal mengubah status warung: ${detail}`],
      ['Hapus', `Gagal menghapus warung: ${detail}`],
    ] as const) {
      await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await decide(page, action, 'Penipuan.');
      await expectToast(page, text);
      await page.getByRole('button', { name: 'Batal' }).click();
    }
    await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit warung' });
    await form.getByLabel('Alamat').fill('Jorong Lolo');
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, `Gagal memperbarui warung: ${detail}`);
    await expect(form.getByLabel('Alamat')).toHaveValue('Jorong Lolo');
  });

  test('of a stall that is not there', async ({ lapau, open }) => {
    const page = await open(`/admin/warungs/${crypto.randomUUID()}/menu`, await buildAdmin(lapau));
    await expect(page.getByRole('heading', { name: 'Warung Tidak Ditemukan' })).toBeVisible();
    await expectToast(page, 'Gagal memuat nama warung.');
    await page.goto(`/admin/warungs/${crypto.randomUUID()}/add-menu`);
    await expectToast(page, 'Gagal memuat detail warung.');
    await expect(page).toHaveURL('/admin/warungs');
  });

  test('of a dish', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    const post = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Gulai Tunjang' });
    const page = await open(`/admin/warungs/${post.user_id}/menu`, await buildAdmin(lapau));
    for (const call of ['delete_post', 'update_post_by_admin'] as const) await failCall(page, call);
    await page.getByRole('button', { name: 'Hapus Gulai Tunjang' }).click();
    await decide(page, 'Hapus', 'Penipuan.');
    await expectToast(page, 'Gagal menghapus menu.');
    await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click();
    await page.getByRole('button', { name: 'Edit Gulai Tunjang' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Menu' });
    await form.getByLabel('Harga').fill('1000');
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Gagal memperbarui menu.');
  });
});
