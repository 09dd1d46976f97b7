import { errors } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPicture } from './cut-out.ts';

beforeEach(() => void vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('The format is not known.'))));
afterEach(() => void vi.unstubAllGlobals());

/** The beginning of a HEIC, so many bytes long. */
const heic = (bytes: number) => {
  const content = new Uint8Array(bytes);
  content.set(new TextEncoder().encode('\0\0\0\x18ftypheic'));
  return new File([content], 'IMG_0001.HEIC', { type: 'image/heic' });
};

test('a picture that cannot be cropped is refused at once where it is larger than the server takes', async () => {
  expect(await openPicture(heic(limits.photoBytes + 1))).toBe(errors.upload_too_large[1]);
  expect(await openPicture(heic(limits.photoBytes))).toMatchObject({ picture: undefined });
});

test('what is no picture at all is refused', async () => {
  expect(await openPicture(new File(['bukan foto'], 'catatan.jpg'))).toBe(
    'Foto ini tidak dapat dibuka. Pilih foto lain.',
  );
});
