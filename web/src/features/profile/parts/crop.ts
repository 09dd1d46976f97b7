/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The square of a picture that is kept: its middle in the picture's pixels, and how far it is zoomed in. */
export interface Crop {
  x: number;
  y: number;
  /** 1 takes in as much as fits, the picture's short edge. */
  zoom: number;
}

export const maxZoom = 4;

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Edge of the kept square in the picture's pixels. */
export const edgeOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The crop as it can be: zoomed in between 1 and `maxZoom`, and nowhere beyond the picture. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = between(crop.zoom, 1, maxZoom);
  const half = edgeOf(size, { ...crop, zoom }) / 2;
  return { x: between(crop.x, half, size.width - half), y: between(crop.y, half, size.height - half), zoom };
}

/** Moves the kept square; 1 is its own edge. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const edge = edgeOf(size, crop);
  return within(size, { ...crop, x: crop.x + right * edge, y: crop.y + down * edge });
}

/** Paints the kept square over all of a square canvas. */
export function paintCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const edge = edgeOf(picture, crop);
  // A transparent picture lies on the colour of a raised surface.
  context.fillStyle = '#25211d';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, crop.x - edge / 2, crop.y - edge / 2, edge, edge, 0, 0, canvas.width, canvas.height);
}

const largestEdge = 1080;

/** The kept square as a JPEG, at most 1080 px wide; null when this browser has no memory left for it. */
export function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(Math.min(largestEdge, edgeOf(picture, crop))));
  canvas.height = canvas.width;
  paintCrop(canvas, picture, crop);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}
