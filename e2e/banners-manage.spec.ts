import type { Page } from '@playwright/test';
import { buildAdmin, buildBanner, buildMember } from '../server/src/testing/builders.ts';
import { buildHeic } from '../server/src/testing/heic.ts';
import { photoLike, plainPicture, uploadTo } from '../server/src/testing/pictures.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { choosePhotos } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

// Banners show to all stories of a worker: each story starts and ends without any.
const deleteAll = async (lapau: Lapau) => {
  const admin = await buildAdmin(lapau);
  for (const { id } of await lapau.call('get_banners', {}, admin)) {
    await lapau.call('delete_banner', { banner_id: id }, admin);
  }
};
test.beforeEach(({ lapau }) => deleteAll(lapau));
test.afterEach(({ lapau }) => deleteAll(lapau));

const stored = async (lapau: Lapau, given: { is_active?: boolean } = {}) => {
  const admin = await buildAdmin(lapau);
  const picture = await plainPicture(400, 100).png().toBuffer();
  const { body } = await uploadTo(lapau, `avatars/promo_banners/${crypto.randomUUID()}`, picture, admin);
  return buildBanner(lapau, { image_url: body.path, link_url: 'https://pasar.example/', ...given });
};

const choosePicture = async (page: Page) => {
  const buffer = await (await photoLike(800, 600)).jpeg().toBuffer();
  await choosePhotos(page, { name: 'pasar.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: 'Pratinjau banner' })).toBeVisible();
};

test('an admin crops a banner, activates it, and it shows on open feeds; the one before no longer does (D39)', async ({
  lapau,
  open,
}) => {
  await stored(lapau);
  const feed = await open('/', await buildMember(lapau));
  await expect(feed.getByRole('link', { name: 'Buka promosi' })).toBeVisible();
  const page = await open('/admin/promotions', await buildAdmin(lapau));
  await expect(page.getByRole('heading', { name: 'Manajemen Promosi' })).toBeVisible();
  await expect(page.getByText('Sedang tampil')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Tambah banner' }).click();
  const form = page.getByRole('dialog', { name: 'Tambah banner' });
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText('Gambar banner wajib diunggah.')).toBeVisible();
  await choosePicture(page);
  const ratioOfPreview = async () => {
    const preview = await form.getByRole('img', { name: 'Pratinjau banner' }).boundingBox();
    return preview ? preview.width / preview.height : Number.NaN;
  };
  await expect.poll(ratioOfPreview).toBeCloseTo(4, 1);
  await expectAccessible(page);
  await form.getByLabel('Tautan (opsional)').fill('https://alek.example/');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Banner berhasil disimpan.');

  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByText('Tidak aktif')).toBeVisible();
  await cards.first().getByRole('switch', { name: 'Aktif' }).click();
  await expectToast(page, 'Status banner berhasil diubah.');
  await expect(cards.first().getByText('Sedang tampil')).toBeVisible();
  await expect(cards.nth(1).getByText('Tidak aktif')).toBeVisible();
  await expect(feed.getByRole('link', { name: 'Buka promosi' })).toHaveAttribute('href', 'https://alek.example/');
  const [shown] = await lapau.call('get_banners', {}, await buildAdmin(lapau));
  const size = await feed.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob());
    return picture.width / picture.height;
  }, shown?.image_url ?? '');
  expect(size).toBeCloseTo(4, 1);

  await cards.first().getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
  await expectToast(page, 'Banner berhasil dihapus.');
  await expect(cards).toHaveCount(1);
  await expect(feed.getByRole('link', { name: 'Buka promosi' })).toBeHidden();
});

test('a banner’s picture that this browser cannot show goes whole', async ({ lapau, open }) => {
  const page = await open('/admin/promotions', await buildAdmin(lapau));
  await page.getByRole('button', { name: 'Tambah banner' }).click();
  const form = page.getByRole('dialog', { name: 'Tambah banner' });
  await choosePhotos(page, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: buildHeic({ columns: 2 }) });
  await expect(form.getByText(/^Foto ini tidak dapat dipotong di browser ini/)).toBeVisible();
  const answered = page.waitForResponse(/\/storage\/avatars\/promo_banners\//);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await answered;
  await expectToast(page, 'Banner berhasil disimpan.');
  const shown = page.getByRole('article').getByRole('img', { name: 'Banner' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('a banner has a start and an end (D78)', async ({ lapau, open }) => {
  await stored(lapau);
  const feed = await open('/', await buildMember(lapau));
  await expect(feed.getByRole('link', { name: 'Buka promosi' })).toBeVisible();
  const page = await open('/admin/promotions', await buildAdmin(lapau));
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit banner' });
  await form.getByLabel('Mulai tampil').fill('2099-05-01T09:00');
  await form.getByLabel('Selesai tampil').fill('2099-05-01T08:00');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText('Waktu selesai harus sesudah waktu mulai.')).toBeVisible();
  await form.getByLabel('Selesai tampil').fill('2099-05-02T09:00');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Menunggu mulai')).toBeVisible();
  await expect(page.getByText('Mulai 1 Mei 2099, 09.00 WIB sampai 2 Mei 2099, 09.00 WIB')).toBeVisible();
  await expect(feed.getByRole('link', { name: 'Buka promosi' })).toBeHidden();
  const [banner] = await lapau.call('get_banners', {}, await buildAdmin(lapau));
  expect(banner?.starts_at).toBe('2099-05-01T02:00:00.000Z');
});

for (const timezoneId of ['Asia/Makassar', 'Asia/Jayapura', 'America/Los_Angeles']) {
  test.describe(`on a phone in ${timezoneId}`, () => {
    test.use({ timezoneId, expectedErrors: /409/ });

    test('times are typed and shown as WIB, and say so (D110)', async ({ lapau, open }) => {
      await stored(lapau);
      const admin = await buildAdmin(lapau);
      const page = await open('/admin/promotions', admin);
      await page.getByRole('button', { name: 'Edit' }).click();
      const form = page.getByRole('dialog', { name: 'Edit banner' });
      // Both times are on the days before in Los Angeles.
      await form.getByLabel('Mulai tampil (WIB').fill('2099-05-01T10:00');
      await form.getByLabel('Selesai tampil (WIB').fill('2099-05-02T00:30');
      await form.getByRole('button', { name: 'Simpan' }).click();
      await expect(
        page.getByText('Mulai 1 Mei 2099, 10.00 WIB sampai 2 Mei 2099, 00.30 WIB', { exact: true }),
      ).toBeVisible();
      const [banner] = await lapau.call('get_banners', {}, admin);
      expect([banner?.starts_at, banner?.ends_at]).toEqual(['2099-05-01T03:00:00.000Z', '2099-05-01T17:30:00.000Z']);
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect(form.getByLabel('Mulai tampil')).toHaveValue('2099-05-01T10:00');
      await form.getByLabel('Selesai tampil').fill('2099-05-02T01:30');

      // The change of another admin is shown in the same format.
      const { id: banner_id = '', starts_at = null } = banner ?? {};
      await lapau.call('update_banner', { banner_id, starts_at, ends_at: '2099-05-01T20:00:00.000Z' }, admin);
      await form.getByRole('button', { name: 'Simpan' }).click();
      const conflict = page.getByRole('dialog', { name: 'Data sudah berubah' });
      await expect(conflict.getByText('2 Mei 2099, 01.30 WIB')).toBeVisible();
      await expect(conflict.getByText('2 Mei 2099, 03.00 WIB')).toBeVisible();
      await conflict.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
      await expect(page.getByText('sampai 2 Mei 2099, 01.30 WIB')).toBeVisible();
      await page.goto('/admin/log');
      await expect(page.getByText('2 Mei 2099, 01.30 WIB').first()).toBeVisible();
    });
  });
}

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|500/ });

  test('loading, saving, deleting, and changing which one is active', async ({ lapau, open }) => {
    await stored(lapau, { is_active: false });
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_banners', { times: 1 });
    await page.goto('/admin/promotions');
    await expect(page.getByText('Gagal memuat data banner.')).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).click();

    await failCall(page, 'set_banner_active', { code: 'banner_not_deactivated', times: 1 });
    await page.getByRole('switch', { name: 'Aktif' }).click();
    await expectToast(page, 'Gagal menonaktifkan banner lain.');
    await expect(page.getByRole('switch', { name: 'Aktif' })).not.toBeChecked();
    await failCall(page, 'set_banner_active', { times: 1 });
    await page.getByRole('switch', { name: 'Aktif' }).click();
    await expectToast(page, 'Gagal mengubah status banner.');

    await failCall(page, 'delete_banner', { times: 1 });
    await page.getByRole('button', { name: 'Hapus' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
    await expectToast(page, 'Gagal menghapus banner.');
    await expect(page.getByRole('article')).toHaveCount(1);

    await failCall(page, 'update_banner', { times: 1 });
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit banner' });
    await form.getByLabel('Tautan (opsional)').fill('https://lain.example/');
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Gagal menyimpan banner.');
    await expect(form.getByLabel('Tautan (opsional)')).toHaveValue('https://lain.example/');
  });
});

test.describe('a banner that two admins edit', () => {
  // The page of the admin who saves later still shows the picture that the other has replaced.
  test.use({ expectedErrors: /409.*update_banner|404.*promo_banners/ });

  test('asks about what both have changed, the picture as a picture (D70)', async ({ lapau, open }) => {
    const banner = await stored(lapau);
    const [one, other] = [
      await open('/admin/promotions', await buildAdmin(lapau)),
      await open('/admin/promotions', await buildAdmin(lapau)),
    ];
    const edit = async (page: Page, link: string) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Tautan (opsional)').fill(link);
    };
    await edit(one, 'https://satu.example/');
    await choosePicture(one);
    await edit(other, 'https://dua.example/');
    await choosePicture(other);
    await other.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(other, 'Banner berhasil disimpan.');
    await one.getByRole('button', { name: 'Simpan' }).click();
    const dialog = one.getByRole('dialog', { name: 'Data sudah berubah' });
    await expect(dialog.getByText('https://dua.example/')).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Foto 1' })).toHaveCount(2);
    await expectAccessible(one);
    await dialog.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
    await expectToast(one, 'Banner berhasil disimpan.');
    const [saved] = await lapau.call('get_banners', {}, await buildAdmin(lapau));
    expect(saved).toMatchObject({ id: banner.id, link_url: 'https://satu.example/', version: 3 });
  });
});

test.describe('a banner that is sent twice', () => {
  test.use({ expectedErrors: /ERR_FAILED.*create_banner/ });

  test('a new banner whose answer is lost is not there twice (D59)', async ({ lapau, open }) => {
    const page = await open('/admin/promotions', await buildAdmin(lapau));
    await page.getByRole('button', { name: 'Tambah banner' }).click();
    await choosePicture(page);
    await page.route(
      '**/rpc/create_banner',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Banner berhasil disimpan.');
    expect(await lapau.call('get_banners', {}, await buildAdmin(lapau))).toHaveLength(1);
  });
});
