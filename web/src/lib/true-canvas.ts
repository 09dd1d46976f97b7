type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** Red, green and blue of four quarters, each as large as what JPEG compresses at once: they do not run into each other. */
const quarters = [
  [208, 32, 32],
  [32, 176, 64],
  [32, 64, 208],
  [224, 192, 64],
] as const;
const quarter = 16;
/** Of 255 steps on average; some browsers answer a noise of one or two, which nobody sees. */
const mostDifference = 16;

/**
 * Whether a canvas answers what was drawn on it. Browsers that hide which device they run on (Firefox with resistFingerprinting, Tor,
 * some extensions) answer noise, which would be stored in a photo's place.
 * @param create makes a canvas of that many pixels
 * @returns false also where there is no memory for one
 */
export async function isCanvasTrue(create: (width: number, height: number) => Canvas): Promise<boolean> {
  try {
    const drawn = create(2 * quarter, 2 * quarter);
    const context = contextOf(drawn);
    for (const [index, colour] of quarters.entries()) {
      context.fillStyle = `rgb(${colour.join()})`;
      context.fillRect((index % 2) * quarter, Math.floor(index / 2) * quarter, quarter, quarter);
    }
    const picture = await createImageBitmap(await encode(drawn));
    const answered = contextOf(create(2 * quarter, 2 * quarter));
    answered.drawImage(picture, 0, 0);
    picture.close();
    return differenceOf(answered.getImageData(0, 0, 2 * quarter, 2 * quarter).data) <= mostDifference;
  } catch {
    return false;
  }
}

/** Makes a canvas in a page. */
export const createCanvas = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height });

function contextOf(canvas: Canvas): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('There is no memory for a canvas.');
  return context;
}

async function encode(canvas: Canvas): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg' });
  const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  if (!encoded) throw new Error('There is no memory for an encoded canvas.');
  return encoded;
}

/** By how much pixels differ from the four quarters on average. */
function differenceOf(pixels: Uint8ClampedArray): number {
  let difference = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const [x, y] = [(index / 4) % (2 * quarter), Math.floor(index / (8 * quarter))];
    const colour = quarters[Math.floor(y / quarter) * 2 + Math.floor(x / quarter)] ?? [0, 0, 0];
    for (const [channel, value] of colour.entries()) difference += Math.abs((pixels[index + channel] ?? 0) - value);
  }
  return difference / ((pixels.length / 4) * 3);
}
