import type { Area } from 'react-easy-crop';

/** Lies behind a transparent picture: the colour of a raised surface, since a JPEG has no transparency. */
const backdropColour = '#25211d';

/**
 * A part of a picture as a JPEG.
 * @param area what is kept, in the picture's pixels
 * @param mostPixels long edge of the result at most
 * @returns null when this browser has no memory left for it
 */
export function cutOut(picture: ImageBitmap, area: Area, mostPixels = 1080): Promise<Blob | null> {
  const scale = Math.min(1, mostPixels / Math.max(area.width, area.height));
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
