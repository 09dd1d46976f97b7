import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { buildPassword, buildSeller } from '../../server/src/testing/builders.ts';
import { smallPhoto, storedFiles } from '../support/photos.ts';
import { unique } from '../support/unique.ts';
import { expect, test } from './story.ts';

// A canvas answers noise with this preference, as in Tor.
test.use({ preferences: { 'privacy.resistFingerprinting': true } });
test.skip(({ engineName }) => engineName !== 'Firefox', 'Only Firefox has this setting.');

/** Whether a picture is red; stripes of noise are grey on average. */
async function isRed(file: string): Promise<boolean> {
  const [red, green, blue] = (await sharp(file).stats()).channels;
  return (red?.mean ?? 0) > 180 && Math.max(green?.mean ?? 255, blue?.mean ?? 255) < 70;
}

test('where a canvas answers noise, photos go as they are, and no poster is made', async ({
  lapau,
  open,
  takePicture,
}, testInfo) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const password = await buildPassword(lapau, seller);
  const photo = testInfo.outputPath('foto.jpg');
  await writeFile(photo, (await smallPhoto('foto.jpg', '#e01818')).buffer);

  const page = await open('/login');
  await page.fill('Email', seller.email);
  await page.fill('Kata sandi', password);
  await page.tap('button', 'Masuk');
  await page.tap('link', 'Tambah');
  await page.chooseFile(photo);
  await page.seeText('Terunggah');
  const stored = await storedFiles(lapau, seller);
  expect(stored).toHaveLength(3);
  for (const file of stored) expect(await isRed(file)).toBe(true);

  const profile = await open('/profile');
  await profile.tap('button', 'Ganti foto');
  await profile.chooseFile(photo);
  await profile.seeText(/^Foto ini tidak dapat dipotong di browser ini/);
  await takePicture('avatar-whole');
  await profile.tap('button', 'Unggah');
  await profile.seeText('Avatar berhasil diunggah.');
  const avatar = path.join(lapau.dataFolder, 'files', 'avatars', seller.id, 'profile_avatar.webp');
  expect(await isRed(avatar)).toBe(true);

  const poster = await open('/my-warung/poster');
  await poster.tap('button', 'Unduh PNG');
  await poster.seeText('Browser ini menyamarkan gambar. Buat poster di browser lain.');
});
