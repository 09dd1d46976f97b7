import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { choosePhotos, phonePhoto, smallPhoto, storedFiles, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('a seller posts a dish from the phone, and another person’s open feed shows it', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { name: 'Kadai Uni Eli' } });
  const buyer = await buildMember(lapau);
  const dish = unique('Gulai Baung');
  const feed = await open('/', buyer);
  await expect(feed.getByRole('searchbox')).toBeVisible();

  const page = await open('/', seller);
  await page.getByRole('link', { name: 'Tambah' }).click();
  await expect(page).toHaveURL('/my-warung/tambah-menu');
  await choosePhotos(page, await phonePhoto());
  await page.getByLabel('Nama').fill(dish);
  await page.getByLabel('Harga').fill('15000');
  await expect(page.getByText('Tampil sebagai Rp 15.000')).toBeVisible();
  await page.getByLabel('Deskripsi').fill('Ikan sungai, kuah kuning.\nPedas!');
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Posting' }).click();
  const card = feed.getByRole('article', { name: dish });
  await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
  const acknowledged = performance.now();
  await expect(card).toBeVisible();
  test.info().annotations.push({
    type: 'shown to the neighbour after (ms)',
    description: `${Math.round(performance.now() - acknowledged)}`,
  });
  await expect(page).not.toHaveURL(/tambah-menu/);

  // The price is on the photo and beside the name.
  await expect(card.getByText('Rp 15.000', { exact: true })).toHaveCount(2);
  await expect(card.getByText('Kadai Uni Eli')).toBeVisible();
  await expect(card.getByText('Muaro Paiti')).toBeVisible();
  const photo = card.getByRole('img', { name: dish });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const files = await storedFiles(lapau, seller);
  expect(files).toHaveLength(3);
  const most = { 320: 30_000, 640: 80_000, 1080: 200_000 };
  for (const file of files) {
    const { format, width, height, exif, xmp, iptc, icc, orientation } = await sharp(await readFile(file)).metadata();
    expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'webp' });
    expect(Object.keys(most)).toContain(String(width));
    // The photo is portrait, as its EXIF orientation says.
    expect(height).toBeGreaterThan(width);
    expect((await stat(file)).size).toBeLessThanOrEqual(most[width as keyof typeof most]);
  }
});

test('missing fields show before anything is sent', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  const form = page.locator('form');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expectToast(page, 'Foto dan nama postingan harus diisi.');
  await expect(form.getByText('Foto harus diisi.')).toBeVisible();
  await expect(form.getByText('Nama harus diisi.')).toBeVisible();
  await expect(form.getByText('Harga harus diisi untuk postingan penjual.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pilih foto' })).toBeFocused();

  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill('Sate Padang');
  await expect(form.getByText(/^(Foto|Nama) harus diisi\.$/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(form.getByText('Harga harus diisi untuk postingan penjual.')).toBeVisible();
  await expect(page.getByLabel('Harga')).toBeFocused();
  await expect(page).toHaveURL('/my-warung/tambah-menu');
});

test('the form’s own action takes the place of the bottom navigation, also above the keyboard', async ({
  lapau,
  open,
}) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  const navigation = page.getByRole('navigation', { name: 'Navigasi utama' });
  const submit = page.getByRole('button', { name: 'Posting' });
  for (const height of [740, 440]) {
    await page.setViewportSize({ width: 360, height });
    await expect(navigation).toBeHidden();
    await expect(submit).toBeInViewport({ ratio: 1 });
    for (const name of ['Nama', 'Harga', 'Deskripsi (opsional)']) {
      const field = page.getByLabel(name);
      await field.focus();
      await expect(submit).toBeInViewport({ ratio: 1 });
      const isClear = () =>
        field.evaluate((input, bar) => {
          const { top, bottom, left } = input.getBoundingClientRect();
          const hits = (y: number) => document.elementFromPoint(left + 20, y) === input;
          return hits(top + 2) && hits(Math.min(bottom, window.innerHeight - bar) - 2);
        }, 65);
      await expect.poll(isClear, `${name} at ${height} px`).toBe(true);
    }
  }
  await submit.click();
  await expect(page.locator('form').getByText('Foto harus diisi.')).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(navigation).toBeVisible();
  await expect(submit).toBeInViewport({ ratio: 1 });
});

test('a pembeli has no Tambah and may not post', async ({ lapau, open }) => {
  const page = await open('/', await buildMember(lapau));
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tambah' })).toBeHidden();
  await page.goto('/my-warung/tambah-menu');
  await expect(page.getByText('Anda tidak memiliki izin untuk menambahkan postingan.')).toBeVisible();
});

test('an admin creates a post with a source and a link (D12)', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari } });
  const dish = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const title = unique('Pasar Malam');
  const unlinked = await buildPost(lapau, {
    user_id: admin.id,
    is_admin_post: true,
    food_name: unique('Gotong Royong'),
    images: [await storePhoto(lapau, admin)],
  });
  const feed = await open('/', await buildMember(lapau));
  await expect(feed.getByRole('searchbox')).toBeVisible();

  const page = await open('/', admin);
  await page.getByRole('link', { name: 'Tambah' }).click();
  await expect(page).toHaveURL('/admin/add-post');
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama', { exact: true }).fill(title);
  await page.getByLabel('Nama sumber').fill('Kantor Camat Kapur IX');
  await page.getByLabel('Tautan').fill('pasar.example');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.locator('form').getByText('Tautan harus diawali http:// atau https://.')).toBeVisible();
  await page.getByLabel('Tautan').fill('https://pasar.example/malam');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
  await expect(page).toHaveURL('/admin');

  const card = feed.getByRole('article', { name: title });
  await expect(card.getByText('Kantor Camat Kapur IX')).toBeVisible();
  await expect(card.getByText('Admin', { exact: true })).toBeVisible();
  await expect(card.getByText('Gratis', { exact: true })).toHaveCount(2);
  await expect(card.getByRole('link', { name: 'Kantor Camat Kapur IX' })).toBeHidden();
  const link = card.getByRole('link', { name: 'Buka tautan' });
  await expect(link).toHaveAttribute('href', 'https://pasar.example/malam');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card.getByRole('link', { name: 'Kirim Pesan' })).toBeHidden();

  // The buyer of a dish without a link writes to the admin.
  const other = feed.getByRole('article', { name: unlinked.food_name });
  await expect(other.getByText('WhatsApp')).toBeHidden();
  await other.getByRole('link', { name: 'Kirim Pesan' }).tap();
  await expect(feed).toHaveURL(/\/chat\/[\w-]{36}$/);
  await expect(feed.getByRole('link', { name: unlinked.food_name })).toBeVisible();
  await feed.getByRole('button', { name: 'Kembali' }).tap();

  await feed.getByRole('combobox', { name: 'Nagari' }).selectOption(nagari);
  await expect(feed.getByRole('article', { name: dish.food_name })).toBeVisible();
  await expect(card).toBeHidden();
});
