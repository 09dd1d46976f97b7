import { inTime } from '../../../lib/device/in-time.ts';
import { isPageCanvasTrue } from '../../../lib/uploads/page-canvas.ts';
import { asFileName, encodeCanvas, NoisyCanvas } from './canvas-files.ts';
import { drawMenuPicture } from './menu-picture-drawing.ts';
import type { DrawnStall } from './menu-picture-drawing.ts';
import { dishesOfPictures } from './menu-picture-layout.ts';
import type { DrawnDish, MenuFormat } from './menu-picture-layout.ts';

export type MenuDrawing = {
  format: MenuFormat;
  stall: DrawnStall;
  /** The address of the stall's photo; null if it has none. */
  photo: string | null;
  dishes: DrawnDish[];
};

/**
 * Makes the pictures of a menu on the device, one after another, so that a slow phone answers touches in between.
 * @param signal stops it
 * @throws when the device cannot draw; NoisyCanvas when it draws noise
 */
export async function* makeMenuPictures(
  { format, stall, photo, dishes }: MenuDrawing,
  signal: AbortSignal,
): AsyncGenerator<File> {
  const shown = photo === null ? undefined : await loadPhoto(photo);
  const isTrue = isPageCanvasTrue();
  const parts = dishesOfPictures(dishes, format);
  for (const [index, part] of parts.entries()) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    const canvas = document.createElement('canvas');
    const number = index + 1;
    drawMenuPicture(canvas, format, stall, { number, count: parts.length, dishes: part }, shown);
    const picture = await encodeCanvas(canvas, 'image/jpeg');
    if (!(await isTrue)) throw new NoisyCanvas();
    yield new File([picture], `menu-${asFileName(stall.name)}-${number}.jpg`, { type: 'image/jpeg' });
  }
}

/** Loads a photo for a canvas; undefined if it does not come within a second, or if its site does not let a canvas have it. */
async function loadPhoto(address: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  // Without it the photo of another site would make the canvas unreadable.
  image.crossOrigin = 'anonymous';
  image.src = address;
  try {
    await inTime(image.decode());
    return image;
  } catch {
    return undefined;
  }
}
