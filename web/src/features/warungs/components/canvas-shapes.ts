import { encode } from 'uqr';

const [gold, red] = ['#f2b632', '#e5484d'];

/** The colours of pictures for screens, which are the app's (app/styles.css). */
export const pictureColours = {
  background: '#12100e',
  surface: '#1b1815',
  line: '#37312b',
  text: '#f6f0e6',
  muted: '#b3a797',
  gold,
  red,
  initials: '#5a431a',
  marawa: ['#000', red, gold],
};

/** Lapau's mark without its plate (ui/parts/mark.tsx), 64 units wide: the roof, which is 26.3 high, and its eaves below. */
const roofShapes = {
  roof: 'M2.5 3C6 13 17 19.5 32 19.5S58 13 61.5 3C62.3 12 59.5 18.5 57.3 22.3C55.8 25 57.5 27.3 60 29.3C51 31.1 42 32 32 32S13 31.1 4 29.3C6.5 27.3 8.2 25 6.7 22.3C4.5 18.5 1.7 12 2.5 3Z',
  eaves:
    'M9.5 33.4C16.8 34.5 24.2 35 32 35S47.2 34.5 54.5 33.4L53.2 36.8C46.3 37.9 39.2 38.4 32 38.4S17.7 37.9 10.8 36.8Z',
} as const;

/** The height of the roof with its eaves, at a scale of 1. */
export const roofHeight = 38.4 - 3;

type RoofPlace = { centre: number; top: number; scale: number };

/** Draws a gonjong roof; at a scale of 1 it is 64 wide. */
export function drawRoof(
  context: CanvasRenderingContext2D,
  { centre, top, scale }: RoofPlace,
  colours: Record<keyof typeof roofShapes, string>,
): void {
  context.save();
  context.translate(centre - 32 * scale, top - 3 * scale);
  context.scale(scale, scale);
  for (const part of ['roof', 'eaves'] as const) {
    context.fillStyle = colours[part];
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(new Path2D(roofShapes[part]));
  }
  context.restore();
}

/** The quiet zone around a code (ISO/IEC 18004). */
const quietModules = 4;

type CodePlace = {
  left: number;
  top: number;
  /** The edge of the code with its quiet zone. */
  size: number;
  /** Pixels of the canvas in one unit of the drawing. */
  scale: number;
};

/**
 * Draws a QR code on a light ground.
 * @param level how much of it may be lost: M withstands grease and creases of paper; L has the largest modules, for screens
 */
export function drawCode(
  context: CanvasRenderingContext2D,
  url: string,
  { left, top, size: edge, scale }: CodePlace,
  level: 'L' | 'M',
): void {
  const { data, size } = encode(url, { ecc: level, border: quietModules });
  // Each module takes whole pixels, or thin white lines would show between them.
  const module = Math.floor((edge * scale) / size) / scale;
  const inset = (edge - module * size) / 2;
  const snap = (value: number) => Math.round(value * scale) / scale;
  const [x0, y0] = [snap(left + inset), snap(top + inset)];
  context.fillStyle = '#000';
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) context.fillRect(x0 + column * module, y0 + row * module, module, module);
    }
  }
}

/** Draws the stripes of the marawa, the flag of the Minangkabau, each `height` high. */
export function drawMarawa(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  colours: readonly string[],
): void {
  for (const [index, colour] of colours.entries()) {
    context.fillStyle = colour;
    context.fillRect(left, top + index * height, width, height);
  }
}

/** Draws the light of a lamp at the top. */
export function drawLamp(context: CanvasRenderingContext2D, width: number, height: number): void {
  const light = context.createRadialGradient(width / 2, 0, 0, width / 2, 0, height * 0.6);
  light.addColorStop(0, 'rgba(242, 182, 50, 0.2)');
  light.addColorStop(1, 'rgba(242, 182, 50, 0)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

/** Fills a box with round corners. `roundRect` is younger than the oldest browsers. */
export function roundedBox(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const [right, bottom, radius] = [left + width, top + height, 24];
  context.beginPath();
  context.moveTo(left + radius, top);
  context.arcTo(right, top, right, bottom, radius);
  context.arcTo(right, bottom, left, bottom, radius);
  context.arcTo(left, bottom, left, top, radius);
  context.arcTo(left, top, right, top, radius);
  context.closePath();
  context.fill();
}
