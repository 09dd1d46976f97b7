import { isCanvasTrue } from './true-canvas.ts';
import type { Surface } from './true-canvas.ts';

export const createCanvas = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height });

/** Whether this page's canvases answer what is drawn on them (true-canvas.ts). */
export const isPageCanvasTrue = (): Promise<boolean> => isCanvasTrue(createSurface);

function createSurface(edge: number): Surface | undefined {
  const canvas = createCanvas(edge, edge);
  const context = canvas.getContext('2d');
  return context
    ? { context, encode: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg')) }
    : undefined;
}
