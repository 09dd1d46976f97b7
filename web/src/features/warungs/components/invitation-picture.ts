import { isPageCanvasTrue } from '../../../lib/uploads/page-canvas.ts';
import { encodeCanvas, NoisyCanvas } from './canvas-files.ts';
import { drawCode, drawLamp, drawMarawa, drawRoof, pictureColours as colours, roundedBox } from './canvas-shapes.ts';
import { writeLines } from './canvas-text.ts';
import type { Fit } from './canvas-text.ts';

export type Invitation = {
  siteTitle: string;
  /** The address in the code. */
  url: string;
  /** The address for people who type it, without its scheme. */
  shortUrl: string;
};

/** Width and height, in pixels. */
const edge = 1080;
const margin = 64;
const codeSize = 380;
const codeTop = edge - margin - 24 - codeSize;

/**
 * Draws the picture that invites cooks, on the device.
 * @throws when the device cannot draw; NoisyCanvas when it draws noise
 */
export async function* makeInvitation(invitation: Invitation): AsyncGenerator<File> {
  const isTrue = isPageCanvasTrue();
  const canvas = document.createElement('canvas');
  drawInvitation(canvas, invitation);
  const picture = await encodeCanvas(canvas, 'image/jpeg');
  if (!(await isTrue)) throw new NoisyCanvas();
  yield new File([picture], 'ajak-warung.jpg', { type: 'image/jpeg' });
}

function drawInvitation(canvas: HTMLCanvasElement, { siteTitle, url, shortUrl }: Invitation): void {
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = colours.background;
  context.fillRect(0, 0, edge, edge);
  drawLamp(context, edge, edge);
  for (const top of [0, edge - 24]) drawMarawa(context, { left: 0, top, width: edge, height: 8 }, colours.marawa);
  drawRoof(context, { centre: edge / 2, top: 64, scale: 2.6 }, { roof: colours.gold, eaves: colours.red });

  const fit = (largest: number, smallest: number, weight: number, lines: number, within: number): Fit => ({
    weight,
    sizes: [largest, smallest],
    lines,
    within,
  });
  const width = edge - 2 * margin;
  writeLines(
    context,
    [
      ['Pasang masakan Anda di sini', colours.gold, fit(76, 48, 800, 1, width)],
      ['Tetangga melihatnya hari ini juga, lalu menelepon atau bertanya.', colours.text, fit(50, 36, 600, 2, width)],
    ],
    { left: edge / 2, top: 180, height: codeTop - 180, gap: 20 },
    'center',
  );

  context.fillStyle = '#fff';
  roundedBox(context, { left: margin, top: codeTop, width: codeSize, height: codeSize });
  drawCode(context, url, { left: margin, top: codeTop, size: codeSize, scale: 1 }, 'L');
  const left = margin + codeSize + 44;
  const within = edge - margin - left;
  writeLines(
    context,
    [
      ['Pindai untuk mendaftar', colours.text, fit(64, 44, 800, 2, within)],
      ['atau buka', colours.muted, fit(38, 30, 500, 1, within)],
      [shortUrl, colours.gold, fit(46, 20, 700, 2, within)],
      [`${siteTitle} · gratis`, colours.muted, fit(38, 28, 600, 1, within)],
    ],
    { left, top: codeTop, height: codeSize, gap: 12 },
  );
}
