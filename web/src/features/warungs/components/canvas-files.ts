/** The error when the browser turns a drawing into noise (`isPageCanvasTrue`), so that nobody could read its code. */
export class NoisyCanvas extends Error {}

/**
 * Encodes what is drawn on a canvas, and empties the canvas: phones keep its memory until it is small.
 * @throws when the device lacks the memory for it
 */
export async function encodeCanvas(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  try {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
    if (!picture) throw new Error('The canvas could not be encoded.');
    return picture;
  } finally {
    canvas.width = 0;
  }
}

/** A stall's name as a part of a file's name. */
export const asFileName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'warung';
