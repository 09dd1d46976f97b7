import { rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { buildSeller } from '../server/src/testing/builders.ts';
import { buildHeic } from '../server/src/testing/heic.ts';
import { plainPicture } from '../server/src/testing/pictures.ts';
import { choosePhotos, pausePhotoReading, smallPhoto, storedFiles } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// The message about blobs comes from Playwright's tracing, which asks for pictures that failed to load.
test.use({ expectedErrors: /(ERR_FAILED|415).*storage\/posts|^Connecting to 'blob:/ });

const uploads = /\/storage\/posts\/[\w-]+$/;

test('photos are reordered and removed before posting', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const dish = unique('Soto');
  const page = await open('/my-warung/tambah-menu', seller);
  await choosePhotos(
    page,
    await smallPhoto('1.jpg', '#f00'),
    await smallPhoto('2.jpg', '#0f0'),
    await smallPhoto('3.jpg', '#00f'),
  );
  await expect(page.getByText('Terunggah', { exact: true })).toHaveCount(3);
  await expect(page.getByText('3/5')).toBeVisible();

  // The blue photo moves to the front, and the green one is removed.
  await page.getByRole('button', { name: 'Majukan foto 3' }).click();
  await page.getByRole('button', { name: 'Majukan foto 2' }).click();
  await page.getByRole('button', { name: 'Hapus foto 3' }).click();
  await expect(page.getByText('2/5')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Majukan foto 1' })).toBeDisabled();
  await page.getByLabel('Nama').fill(dish);
  await page.getByLabel('Harga').fill('Mulai 5.000');
  await page.getByRole('button', { name: 'Posting' }).click();

  await expect(page).toHaveURL('/my-warung');
  await page.getByRole('link', { name: 'Feed' }).click();
  const card = page.getByRole('article', { name: dish });
  const photos = card.getByRole('img', { name: dish });
  const colour = (index: number) =>
    photos.nth(index).evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
      context?.drawImage(image, 0, 0, 1, 1);
      const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    });
  expect(await colour(0)).toBe('blue');
  await card.getByRole('button', { name: 'Foto berikutnya' }).click();
  await expect(photos).toHaveCount(2);
  expect(await colour(1)).toBe('red');
});

test('at most five photos can be chosen', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  const photo = await smallPhoto();
  await choosePhotos(page, photo, photo, photo, photo, photo, photo);
  await expect(page.getByText('Paling banyak 5 foto.')).toBeVisible();
  await expect(page.getByText('5/5')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tambah foto' })).toBeHidden();
});

test('an upload is retried after a cut connection, and can be cancelled and started again', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  await page.route(uploads, (route) => route.abort(), { times: 1 });
  await choosePhotos(page, await smallPhoto());
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  await expect.poll(async () => (await storedFiles(lapau, seller)).length).toBeGreaterThan(0);

  const held = Promise.withResolvers<void>();
  await page.route(uploads, () => held.promise, { times: 1 });
  await choosePhotos(page, await smallPhoto());
  await expect(page.getByRole('progressbar', { name: 'Mengunggah foto 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Batalkan unggahan foto 2' }).click();
  held.resolve();
  await expect(page.getByText('Unggahan dibatalkan.')).toBeVisible();
  await page.getByLabel('Nama').fill('Sate');
  await page.getByLabel('Harga').fill('10000');
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByText('Ada foto yang belum terunggah.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText('Terunggah', { exact: true })).toHaveCount(2);
});

test('a file that is no photo is refused, and the other uploads continue', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  await choosePhotos(
    page,
    { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('bukan foto') },
    await smallPhoto(),
  );
  await expect(page.getByText('Berkas ini bukan foto PNG, JPG, GIF, WebP, HEIC, atau AVIF.')).toBeVisible();
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hapus foto 1' }).click();
  await expect(page.getByText('Berkas ini bukan foto PNG, JPG, GIF, WebP, HEIC, atau AVIF.')).toBeHidden();
});

test('a HEIC, which this browser cannot show, goes as it is and shows as it is stored', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  const answered = page.waitForResponse(uploads);
  const buffer = buildHeic({ columns: 2, rows: 1 });
  await choosePhotos(page, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer });
  await answered;
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  const shown = page.getByRole('img', { name: 'Foto 1' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const stored = await storedFiles(lapau, seller);
  expect(stored).toHaveLength(3);
  for (const file of stored) expect(await sharp(file).metadata()).toMatchObject({ format: 'webp' });
});

test('a photo that changes on the device after it was chosen is sent as it was', async ({ lapau, open }, testInfo) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  // A GIF is uploaded unchanged, so that the app reads it only as it sends it.
  const file = testInfo.outputPath('foto.gif');
  await writeFile(file, await plainPicture(90, 60, '#f00').gif().toBuffer());
  const held = Promise.withResolvers<void>();
  await page.route(
    uploads,
    async (route) => {
      await held.promise;
      await route.abort();
    },
    { times: 1 },
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Pilih foto' }).click();
  await (await chooser).setFiles(file);
  await expect(page.getByRole('progressbar', { name: 'Mengunggah foto 1' })).toBeVisible();
  await writeFile(file, await plainPicture(120, 60, '#00f').gif().toBuffer());
  held.resolve();
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  const [stored = ''] = await storedFiles(lapau, seller);
  const { channels } = await sharp(stored).stats();
  expect(channels[0]?.mean).toBeGreaterThan(200);
});

test('a photo that is gone before it could be read is to be chosen again', async ({ lapau, open }, testInfo) => {
  const page = await open('/my-warung', await buildSeller(lapau));
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method
    const read = Blob.prototype.arrayBuffer;
    const gone = new Promise((resolve) => document.addEventListener('photo-is-gone', resolve, { once: true }));
    Blob.prototype.arrayBuffer = async function arrayBuffer(this: Blob) {
      await gone;
      return read.call(this);
    };
  });
  await page.goto('/my-warung/tambah-menu');
  const file = testInfo.outputPath('foto.jpg');
  const { buffer } = await smallPhoto();
  await writeFile(file, buffer);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Pilih foto' }).click();
  await (await chooser).setFiles(file);
  await expect(page.getByRole('button', { name: 'Membuka foto...' })).toBeVisible();
  await rm(file);
  await page.evaluate(() => void document.dispatchEvent(new Event('photo-is-gone')));
  await expect(page.getByText('Foto ini tidak dapat dibaca lagi. Pilih sekali lagi.')).toBeVisible();
  await expect(page.getByText('0/5')).toBeVisible();

  await choosePhotos(page, await smallPhoto());
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  await expect(page.getByText('Foto ini tidak dapat dibaca lagi. Pilih sekali lagi.')).toBeHidden();
});

test('a photo that has ended its page twice while it was opened is sent as it is', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildSeller(lapau));
  await pausePhotoReading(page);
  await page.goto('/my-warung/tambah-menu');
  await choosePhotos(page, await smallPhoto());
  // The browser of a phone without memory for the photo ends the page here.
  for (let times = 1; times <= 2; times += 1) {
    await expect(page.getByText('Menyiapkan...')).toBeVisible();
    await page.waitForFunction((count) => localStorage.getItem('foto-dibuka')?.endsWith(` ${count}`), times);
    await page.reload();
  }
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
});
