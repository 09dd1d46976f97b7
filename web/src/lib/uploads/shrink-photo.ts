import { limits } from '@lapau/contract/limits';
import { createCanvas, isPageCanvasTrue } from './page-canvas.ts';

const quality = 0.85;

/**
 * Prepares a photo for its upload: upright, with a long edge of at most 1600 px. GIFs and formats that the browser cannot decode (HEIC in
 * most) are returned unchanged, and so are all photos if the canvas returns something else than was drawn: the server does the same work.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  if (file.type === 'image/gif' || !(await isPageCanvasTrue())) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await decode(file);
  } catch {
    // The type is dropped, by which a page would show the photo: some phones call their HEICs JPEG.
    return file.slice(0, file.size, '');
  }
  try {
    const { width, height } = fitToUploadEdge(bitmap.width, bitmap.height);
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    // JPEG has no transparency; a browser that cannot write WebP writes PNG.
    const type = file.type === 'image/png' || file.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    return small ?? file;
  } finally {
    bitmap.close();
  }
}

/** Decodes a photo upright. Chromium before 112 and Firefox before 111 do so by themselves, and refuse the option. */
const decode = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    if (error instanceof TypeError) return createImageBitmap(file);
    throw error;
  });

/** Scales width and height in pixels down to the longest edge of an upload, never up. */
export function fitToUploadEdge(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, limits.photoUploadEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
