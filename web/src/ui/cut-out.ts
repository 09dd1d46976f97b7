import type { Area } from 'react-easy-crop';

/** A chosen picture, the address under which it shows on this page, and the part of it that is wanted. */
export type CroppedPicture = { picture: ImageBitmap; address: string; area: Area };

/** Replaces transparency, which a JPEG does not have: the colour of a raised surface. */
const backdropColour = '#25211d';

/**
 * A part of a picture as a JPEG.
 * @param area in the picture's pixels
 * @param maxEdge longest edge of the result, in pixels
 * @returns null when the browser lacks the memory for it
 */
export function cutOut(picture: ImageBitmap, area: Area, maxEdge = 1080): Promise<Blob | null> {
  const scale = Math.min(1, maxEdge / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = backdropColour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}
