import { errors } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import type { Area } from 'react-easy-crop';
import { copyChosen, unreadablePhoto } from '../../lib/uploads/chosen-file.ts';
import { createCanvas, isPageCanvasTrue } from '../../lib/uploads/page-canvas.ts';
import { shrinkPhoto } from '../../lib/uploads/shrink-photo.ts';

/** A chosen picture, and the address under which it shows on this page. Without `picture` it cannot be cropped here, and goes whole. */
export type OpenedPicture = { photo: Blob; picture: ImageBitmap | undefined; address: string };

/** A chosen picture as it is going to be stored. */
export type CroppedPicture = {
  address: string;
  /** @returns null when the browser lacks the memory for it */
  cut: () => Promise<Blob | null>;
};

/** Replaces transparency, which a JPEG does not have: the colour of a raised surface. */
const backdropColour = '#25211d';

/**
 * Opens a picture that somebody has chosen. It cannot be cropped where the browser does not decode HEIC or AVIF, which the server does,
 * nor where its canvas answers something else than what was drawn.
 * @returns what to tell the person when it is no picture, or goes whole and is larger than the server takes
 */
export async function openPicture(file: File): Promise<OpenedPicture | string> {
  const chosen = await copyChosen(file);
  if (!chosen) return unreadablePhoto;
  const photo = await shrinkPhoto(chosen).catch(() => chosen);
  const picture = await createImageBitmap(photo).catch(() => undefined);
  if (!picture && !(await isHeif(photo))) return 'Foto ini tidak dapat dibuka. Pilih foto lain.';
  const canCrop = picture && (await isPageCanvasTrue());
  if (!canCrop) picture?.close();
  if (!canCrop && photo.size > limits.photoBytes) return errors.upload_too_large[1];
  return { photo, picture: canCrop ? picture : undefined, address: URL.createObjectURL(photo) };
}

/** Whether a file may be a HEIC or an AVIF (ISO 14496-12 section 4.3). */
const isHeif = async (file: Blob): Promise<boolean> => (await file.slice(4, 8).text()) === 'ftyp';

/** Longest edge of what is cut out, in pixels: the column of a phone with three pixels a dot. */
const longestEdge = 1080;

/**
 * A part of a picture as a JPEG.
 * @param area in the picture's pixels
 * @returns null when the browser lacks the memory for it
 */
export function cutOut(picture: ImageBitmap, area: Area): Promise<Blob | null> {
  const scale = Math.min(1, longestEdge / Math.max(area.width, area.height));
  const canvas = createCanvas(
    Math.max(1, Math.round(area.width * scale)),
    Math.max(1, Math.round(area.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = backdropColour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}
