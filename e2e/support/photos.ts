import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { BuiltMember } from '../../server/src/testing/builders.ts';
import { photoLike, plainPicture, uploadTo } from '../../server/src/testing/pictures.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';

/** A file as the picker gets it. */
type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** A small JPEG. */
export async function smallPhoto(name = 'foto.jpg', colour = '#a63'): Promise<PickedFile> {
  return { name, mimeType: 'image/jpeg', buffer: await plainPicture(90, 60, colour).jpeg().toBuffer() };
}

/** A photo as a phone's camera makes it: 12 megapixels, rotated by EXIF, with the GPS position. */
export async function phonePhoto(): Promise<PickedFile> {
  const photo = (await photoLike(2000, 1500))
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Ponsel' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '0/1 14/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '100/1 38/1 0/1',
      },
    });
  return { name: 'IMG_20260101_120000.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() };
}

export async function choosePhotos(page: Page, ...photos: PickedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Pilih|Tambah) foto( lain)?$/ }).click();
  await (await chooser).setFiles(photos);
}

/** Uploads a photo as its owner, without a browser. @returns its path in the bucket, as posts name it */
export async function storePhoto(lapau: Lapau, owner: BuiltMember): Promise<string> {
  const { buffer } = await smallPhoto();
  const { body } = await uploadTo(lapau, `posts/${owner.id}`, buffer, owner);
  return body.path;
}

/** The paths of somebody's files in bucket posts on the disk. */
export async function storedFiles(lapau: Lapau, owner: BuiltMember): Promise<string[]> {
  const folder = path.join(lapau.dataFolder, 'files', 'posts', owner.id);
  const names = await readdir(folder);
  return names.map((name) => path.join(folder, name));
}

/** Delays the decoding of photos in pages that are opened from now on. @returns a function that lets it continue */
export async function pausePhotoReading(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window);
    const released = new Promise((resolve) => document.addEventListener('photos-may-be-read', resolve));
    window.createImageBitmap = async (...args: unknown[]) => {
      await released;
      return decode(...(args as Parameters<typeof decode>));
    };
  });
  return () => page.evaluate(() => void document.dispatchEvent(new Event('photos-may-be-read')));
}
