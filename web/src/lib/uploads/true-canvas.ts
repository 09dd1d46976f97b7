/** A canvas of a page or of the worker. */
export type Surface = {
  context: Pick<OffscreenCanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'drawImage' | 'getImageData'>;
  /** Encodes the canvas as a JPEG; null where there is no memory for it. */
  encode: () => Promise<Blob | null>;
};

/** Red, green and blue of four quarters. Each is as large as a block that JPEG compresses at once, so that they do not mix. */
const quarters = [
  [208, 32, 32],
  [32, 176, 64],
  [32, 64, 208],
  [224, 192, 64],
] as const;
const quarter = 16;
const edge = 2 * quarter;
/** The mean difference, from 0 to 255, up to which a canvas is trusted: some browsers answer a noise of one or two, which nobody sees. */
const mostDifference = 16;

/**
 * Whether a canvas answers what was drawn on it. Browsers that hide which device they run on (Firefox with resistFingerprinting, Tor,
 * some extensions) answer noise, which would be stored in a photo's place.
 * @param create makes a canvas that is so many pixels wide and high, or undefined where there is no memory for it
 */
export async function isCanvasTrue(create: (edge: number) => Surface | undefined): Promise<boolean> {
  const [drawn, answered] = [create(edge), create(edge)];
  if (!drawn || !answered) return false;
  for (const [index, colour] of quarters.entries()) {
    drawn.context.fillStyle = `rgb(${colour.join()})`;
    drawn.context.fillRect((index % 2) * quarter, Math.floor(index / 2) * quarter, quarter, quarter);
  }
  try {
    const encoded = await drawn.encode();
    if (!encoded) return false;
    const picture = await createImageBitmap(encoded);
    answered.context.drawImage(picture, 0, 0);
    picture.close();
    return differenceOf(answered.context.getImageData(0, 0, edge, edge).data) <= mostDifference;
  } catch {
    return false;
  }
}

/** The mean difference between pixels and the four quarters. */
function differenceOf(pixels: Uint8ClampedArray): number {
  let difference = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const [x, y] = [(index / 4) % edge, Math.floor(index / 4 / edge)];
    const colour = quarters[Math.floor(y / quarter) * 2 + Math.floor(x / quarter)] ?? [0, 0, 0];
    for (const [channel, value] of colour.entries()) difference += Math.abs((pixels[index + channel] ?? 0) - value);
  }
  return difference / ((pixels.length / 4) * 3);
}
