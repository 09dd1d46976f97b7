import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test('an admin adds a spelling, and a neighbour’s search that is open finds it (D55)', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sarikayo Pisang' });
  const neighbour = await open('/?cari=kolak', await buildMember(lapau));
  await expect(neighbour.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();

  const page = await open('/admin/settings', await buildAdmin(lapau));
  await page.getByRole('link', { name: 'Ejaan pencarian' }).click();
  await expect(page.getByText('rendang, randang', { exact: true })).toBeVisible();
  await page.getByLabel('Ejaan baru').fill('kolak');
  await page.getByRole('button', { name: 'Tambah' }).click();
  await expect(page.getByText('Tulis paling sedikit dua ejaan.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Ejaan baru').fill('Kolak, Sarikayo');
  await page.getByRole('button', { name: 'Tambah' }).click();
  await expectToast(page, 'Ejaan ditambahkan.');
  await expect(page.getByText('kolak, sarikayo', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Ejaan baru')).toHaveValue('');

  await expect(neighbour.getByText('Menampilkan hasil untuk Sarikayo')).toBeVisible();
  await expect(neighbour.getByRole('article', { name: /Sarikayo Pisang/ })).toBeVisible();

  await page.getByRole('button', { name: 'Hapus kolak, sarikayo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await expectToast(page, 'Ejaan dihapus.');
  await expect(page.getByText('kolak, sarikayo', { exact: true })).toHaveCount(0);
  await expect(neighbour.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
  await expect(neighbour.getByText(/^Menampilkan hasil/)).toHaveCount(0);
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|409/ });

  test('loading, adding and deleting; what was typed stays', async ({ lapau, open }) => {
    const detail = 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.';
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_spellings', { times: 1 });
    await page.goto('/admin/spellings');
    await expect(page.getByText('Gagal memuat ejaan.')).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await page.getByLabel('Ejaan baru').fill('lado, cabai');
    await page.getByRole('button', { name: 'Tambah' }).click();
    await expect(page.getByText('Sudah ada: cabai, cabe, lado.')).toBeVisible();
    await failCall(page, 'add_spellings');
    await page.getByLabel('Ejaan baru').fill('pical, gado-gado');
    await page.getByRole('button', { name: 'Tambah' }).click();
    await expectToast(page, `Gagal menambah ejaan: ${detail}`);
    await expect(page.getByLabel('Ejaan baru')).toHaveValue('pical, gado-gado');
    await failCall(page, 'delete_spellings');
    await page.getByRole('button', { name: 'Hapus rendang, randang' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
    await expectToast(page, `Gagal menghapus ejaan: ${detail}`);
    await expect(page.getByText('rendang, randang', { exact: true })).toBeVisible();
  });
});
