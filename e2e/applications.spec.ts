import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { failCall, pauseCall } from './support/calls.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// The page asks for more than the upload while it has no signal.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed|400.*storage\/posts/ });

const next = (page: Page) => page.getByRole('button', { name: 'Lanjut' }).click();
const sendForm = (page: Page) => page.getByRole('button', { name: 'Kirim Pengajuan' }).click();
async function toLastStep(page: Page) {
  await next(page);
  // Both steps have the same button.
  await expect(page.getByText('Langkah 2 dari 3')).toBeVisible();
  await next(page);
}

async function choosePhoto(page: Page, slot: 'Foto warung' | 'Foto contoh menu') {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('group', { name: slot }).getByRole('button', { name: 'Pilih foto' }).click();
  await (await chooser).setFiles([await smallPhoto()]);
}
const uploaded = (page: Page, slot: string) =>
  expect(page.getByRole('group', { name: slot }).getByText('Terunggah', { exact: true })).toBeVisible();

const applicationsOf = (lapau: Lapau, { id }: BuiltMember) =>
  lapau.db.selectFrom('seller_applications').selectAll().where('user_id', '=', id).orderBy('created_at').execute();

test('a buyer applies in three steps, is approved, and a neighbour sees the first dish', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau, { nagari: 'Koto Lamo', address: 'Jorong Lolo', phone: '0812-3456-7890' });
  const name = unique('Dapua Uni Neti');
  const neighbour = await open('/', await buildMember(lapau));
  const page = await open('/profile', member);
  await page.getByRole('link', { name: 'Daftar Jadi Penjual' }).click();
  await page.getByLabel('Nama warung').fill(name);
  await page.getByLabel('Deskripsi (opsional)').fill('Katering kecil.\nRandang tiap Jumat.');
  await expect(page.getByLabel('Nomor HP')).toHaveValue('0812-3456-7890');
  await expectAccessible(page);
  await next(page);
  await expect(page.getByRole('heading', { name: 'Alamat' })).toBeFocused();
  await expect(page.getByLabel('Nagari')).toHaveValue('Koto Lamo');
  await page.getByLabel('Jorong atau jalan').fill('Jorong Lolo, simpang tigo');
  await expectAccessible(page);
  await next(page);
  await choosePhoto(page, 'Foto warung');
  await uploaded(page, 'Foto warung');
  const refused = { status: 400, json: { code: 'malformed_request', message: 'Gagal mengunggah.' } };
  await page.route(/\/storage\/posts\/[\w-]+$/, (route) => route.fulfill(refused), { times: 1 });
  await choosePhoto(page, 'Foto contoh menu');
  await sendForm(page);
  await expect(page.getByText('Ada foto yang belum terunggah.')).toBeVisible();

  // The signal is lost and the page is discarded: step, texts and photos are kept, also the one that is not sent.
  await loseSignal(page);
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByRole('progressbar', { name: 'Mengunggah foto contoh menu' })).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await uploaded(page, 'Foto warung');
  await uploaded(page, 'Foto contoh menu');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(page.getByLabel('Jorong atau jalan')).toHaveValue('Jorong Lolo, simpang tigo');
  await next(page);
  await sendForm(page);
  await expectToast(page, 'Pengajuan berhasil dikirim! Admin akan segera meninjaunya.');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeDisabled();

  const [application] = await applicationsOf(lapau, member);
  expect(application).toMatchObject({
    warung_name: name,
    warung_description: 'Katering kecil.\nRandang tiap Jumat.',
    address: 'Jorong Lolo, simpang tigo, Nagari Koto Lamo, Kec. Kapur IX, Lima Puluh Kota, Sumatera Barat',
  });
  await lapau.call('approve_seller_application', { application_id: application?.id ?? '' }, admin);
  await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeHidden();
  await expect(page.getByText(`Tampil untuk orang lain sebagai ${name}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kelola Warung Saya' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tambah' })).toBeVisible();

  const dish = unique('Randang');
  const images = [await storePhoto(lapau, member)];
  await lapau.call('create_post', { food_name: dish, price: '22.000', images }, member);
  await expect(neighbour.getByRole('article', { name: dish })).toContainText(name);
});

test('a rejection says why; the applicant mends one thing and applies again without retyping', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau);
  const { id } = await buildApplicationWithPhotos(lapau, member, { warung_name: 'Es' });
  const page = await open('/profile', member);
  await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
  const reason = 'Nama terlalu pendek. Tulis nama yang dikenal orang.';
  await lapau.call('reject_seller_application', { application_id: id, reason, field: 'warung_name' }, admin);
  await expect(page.getByText('Pengajuan Anda ditolak.')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByText('Yang perlu diperbaiki: Nama warung')).toBeVisible();
  await page.getByRole('link', { name: 'Ajukan Ulang' }).click();

  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByLabel('Nama warung')).toHaveValue('Es');
  const name = unique('Es Tebak Puti');
  await page.getByLabel('Nama warung').fill(name);
  await next(page);
  await expect(page.getByLabel('Jorong atau jalan')).toHaveValue('Jorong Lolo');
  await next(page);
  await expect(page.getByText('Dari pengajuan sebelumnya.')).toHaveCount(2);
  await sendForm(page);
  await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
  const [before, again] = await applicationsOf(lapau, member);
  expect([before?.status, again?.status, again?.warung_name]).toEqual(['rejected', 'pending', name]);
  expect(again?.sample_menu_image_url).toBe(before?.sample_menu_image_url);
});

test('what was missing is not said any more in the next step', async ({ lapau, open }) => {
  const page = await open('/become-seller', await buildMember(lapau, { phone: '0812-3456-7890' }));
  await next(page);
  await expectToast(page, 'Harap isi semua field yang wajib diisi.');
  await page.getByLabel('Nama warung').fill('Lapau Mak Itam');
  await next(page);
  await expect(page.getByText('Langkah 2 dari 3')).toBeVisible();
  await expect(toastsOf(page)).toHaveCount(0);
});

test('what is missing is said under each field and together, and outside the area nothing is lost', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau, { phone: '' });
  const page = await open('/become-seller', member);
  await next(page);
  await expectToast(page, 'Harap isi semua field yang wajib diisi.');
  await expect(page.getByText('Nama warung wajib diisi.')).toBeVisible();
  await expect(page.getByText('Nomor HP wajib diisi.')).toBeVisible();
  await page.getByLabel('Nama warung').fill('Lapau Mak Itam');
  await page.getByLabel('Nomor HP').fill('12');
  await next(page);
  await expect(page.getByText('Nomor HP tidak benar. Contoh: 0812-3456-7890.')).toBeVisible();
  await page.getByLabel('Nomor HP').fill('0812-3456-7890');
  await next(page);
  await page.getByLabel('Kecamatan').fill('Pangkalan Koto Baru');
  await next(page);
  await expect(page.getByText('Aplikasi belum tersedia dilokasi kecamatan Anda.')).toBeVisible();
  await expect(page.getByLabel('Kecamatan')).toHaveValue('Pangkalan Koto Baru');
  await expect(page.getByText('Tersedia untuk Kecamatan Kapur IX.')).toBeVisible();
  await page.getByLabel('Kecamatan').fill('kapur9');
  await next(page);
  await sendForm(page);
  await expect(page.getByText('Foto warung wajib diisi.')).toBeVisible();
  await expect(page.getByText('Foto contoh menu wajib diisi.')).toBeVisible();
  expect(await applicationsOf(lapau, member)).toEqual([]);
});

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: /(400|422|409|ERR_FAILED).*(submit_application|get_my_application)/ });

  test('leads to the step with the field, with all that was typed', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    await buildApplicationWithPhotos(lapau, member, { status: 'rejected' });
    const page = await open('/become-seller?langkah=3', member);
    await failCall(page, 'submit_application', { times: 1 });
    await sendForm(page);
    await expectToast(page, 'Gagal mengirim pengajuan.');

    // The area was changed since the page was opened.
    const text = 'Aplikasi belum tersedia dilokasi kecamatan Anda.';
    await page.route(
      '**/rpc/submit_application',
      (route) =>
        route.fulfill({
          status: 422,
          json: { code: 'outside_area_seller', message: text, details: { kecamatan: text } },
        }),
      { times: 1 },
    );
    await sendForm(page);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByLabel('Kecamatan')).toHaveValue('Kapur IX');

    await page.getByRole('button', { name: 'Kembali' }).click();
    await page.getByLabel('Nama warung').fill('Lapau');
    await toLastStep(page);
    await sendForm(page);
    await expect(page.getByText('Nama ini hanya untuk pengelola. Pilih nama lain.')).toBeVisible();
    await expect(page.getByLabel('Nama warung')).toHaveValue('Lapau');
    await page.getByLabel('Nama warung').fill(unique('Lapau Mak Itam'));
    await toLastStep(page);
    // Another phone has applied meanwhile.
    await buildApplicationWithPhotos(lapau, member);
    await sendForm(page);
    await expectToast(page, 'Pengajuan Anda sebelumnya masih ditinjau. Tunggu keputusan admin.');
    await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
  });

  test('an answer that is lost after the commit makes no second application', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    await buildApplicationWithPhotos(lapau, member, { status: 'rejected' });
    const page = await open('/become-seller?langkah=3', member);
    let requests = 0;
    await page.route('**/rpc/submit_application', async (route) => {
      requests += 1;
      const answer = await route.fetch();
      if (requests === 1) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await sendForm(page);
    await expect(page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
    // The signal changes the button before the page has asked the server again.
    await expect.poll(() => requests).toBe(2);
    expect(await applicationsOf(lapau, member)).toHaveLength(2);
  });

  test('the profile says while it asks, and that it could not', async ({ lapau, open }) => {
    const page = await open('/about', await buildMember(lapau));
    const release = await pauseCall(page, 'get_my_application');
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText('Memeriksa pengajuan...')).toBeAttached();
    await failCall(page, 'get_my_application', { times: 1 });
    release();
    await page.reload();
    await expect(page.getByText('Gagal memuat pengajuan.')).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(page.getByRole('link', { name: 'Daftar Jadi Penjual' })).toBeVisible();
  });
});

test('a seller is led away from the form', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/become-seller', seller);
  await expect(page).toHaveURL('/my-warung');
});
