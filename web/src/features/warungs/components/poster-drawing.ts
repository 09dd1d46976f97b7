import { encode } from 'uqr';
import { graphemes } from '../../../lib/format/graphemes.ts';

/** Paper sizes in millimetres. */
export const papers = { A4: { width: 210, height: 297 }, A5: { width: 148, height: 210 } } as const;
export type Paper = keyof typeof papers;

export type Poster = {
  /** The name of the stall. */
  name: string;
  nagari: string;
  /** The URL in the code. */
  url: string;
  /** The address for people who type it, without its scheme. */
  shortUrl: string;
  siteTitle: string;
};

// The colours are the app's for white paper: darker, as gold and red of a lit screen fade in print. Black is for the code alone.
const colours = { ink: '#1d1503', gold: '#d9930d', red: '#b8232a', muted: '#5f5447' };
const fontFamily = `-apple-system, 'Segoe UI', Roboto, sans-serif`;

/** The width of the drawing in its own units, millimetres of A4. On a smaller paper all of it is smaller. */
const width = papers.A4.width;
const margin = 15;
const centre = width / 2;
const textWidth = width - 2 * margin;

/** The code with its quiet zone of 4 modules (ISO/IEC 18004): 101 mm on A4, 71 mm on A5. */
const codeSize = 104;
const quietModules = 4;

/** Lapau's mark without its plate (ui/parts/mark.tsx), 64 units wide: the roof and its eaves. */
const roofShapes = [
  [
    'M2.5 3C6 13 17 19.5 32 19.5S58 13 61.5 3C62.3 12 59.5 18.5 57.3 22.3C55.8 25 57.5 27.3 60 29.3C51 31.1 42 32 32 32S13 31.1 4 29.3C6.5 27.3 8.2 25 6.7 22.3C4.5 18.5 1.7 12 2.5 3Z',
    colours.gold,
  ],
  [
    'M9.5 33.4C16.8 34.5 24.2 35 32 35S47.2 34.5 54.5 33.4L53.2 36.8C46.3 37.9 39.2 38.4 32 38.4S17.7 37.9 10.8 36.8Z',
    colours.red,
  ],
] as const;
const roofScale = 2.05;

/**
 * Draws a poster that fills the canvas: the stall's name, a gonjong roof over the code as the house, and the address. It keeps
 * away from the edges, which home printers leave white.
 */
export function drawPoster(canvas: HTMLCanvasElement, paper: Paper, dotsPerMm: number, poster: Poster): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  canvas.width = Math.round(papers[paper].width * dotsPerMm);
  canvas.height = Math.round(papers[paper].height * dotsPerMm);
  const scale = canvas.width / width;
  context.scale(scale, scale);
  const height = canvas.height / scale;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.textAlign = 'center';

  const name = fitText(context, poster.name, { weight: 800, sizes: [22, 9], lines: 2 });
  const nameHeight = name.lines.length * name.size * 1.12;
  // Half of the space that a short name leaves free is above the drawing, half below.
  const top = margin + (2 * 18 * 1.12 - nameHeight) / 2;
  context.fillStyle = colours.ink;
  for (const [index, line] of name.lines.entries()) {
    write(context, line, top + name.size * (0.86 + 1.12 * index));
  }

  const roofTop = top + nameHeight + 1;
  // The name of the nagari stands between the horns of the roof.
  const nagari = fitText(context, poster.nagari, { weight: 600, sizes: [10, 5], lines: 1, within: 84 });
  context.fillStyle = colours.red;
  write(context, nagari.lines[0] ?? '', roofTop + 17);
  drawRoof(context, roofTop);

  const codeTop = roofTop + (38.4 - 3) * roofScale + 2;
  drawCode(context, poster.url, centre - codeSize / 2, codeTop, scale);

  const below = codeTop + codeSize;
  context.fillStyle = colours.ink;
  const call = fitText(context, 'Pindai, lihat menu hari ini', { weight: 800, sizes: [13, 9], lines: 1 });
  write(context, call.lines[0] ?? '', below + 17);
  const address = fitText(context, poster.shortUrl, { weight: 600, sizes: [10, 4], lines: 1 });
  context.fillStyle = colours.red;
  write(context, address.lines[0] ?? '', below + 31);
  drawFoot(context, poster.siteTitle, height - margin);
}

function drawRoof(context: CanvasRenderingContext2D, top: number): void {
  context.save();
  context.translate(centre - 32 * roofScale, top - 3 * roofScale);
  context.scale(roofScale, roofScale);
  for (const [shape, colour] of roofShapes) {
    context.fillStyle = colour;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(new Path2D(shape));
  }
  context.restore();
}

/** Draws the code. Level M withstands grease and creases and keeps the modules large. */
function drawCode(context: CanvasRenderingContext2D, url: string, left: number, top: number, scale: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: quietModules });
  // Each module takes whole pixels, or thin white lines would show between them.
  const module = Math.floor((codeSize * scale) / size) / scale;
  const inset = (codeSize - module * size) / 2;
  const snap = (value: number) => Math.round(value * scale) / scale;
  const [x0, y0] = [snap(left + inset), snap(top + inset)];
  context.fillStyle = '#000';
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) context.fillRect(x0 + column * module, y0 + row * module, module, module);
    }
  }
  // The walls of the house stand outside of the quiet zone.
  context.fillStyle = colours.ink;
  for (const x of [left - 1.6, left + codeSize]) context.fillRect(x, top, 1.6, codeSize);
  context.fillRect(left - 1.6, top + codeSize, codeSize + 3.2, 1.6);
}

/** The colours of the marawa, the flag of the Minangkabau, and the site's name. */
function drawFoot(context: CanvasRenderingContext2D, siteTitle: string, bottom: number): void {
  context.fillStyle = colours.muted;
  context.font = `600 5.5px ${fontFamily}`;
  write(context, siteTitle, bottom - 11);
  for (const [index, colour] of [colours.ink, colours.red, colours.gold].entries()) {
    context.fillStyle = colour;
    context.fillRect(margin, bottom - 7 + index * 2.4, textWidth, 2.4);
  }
}

/** Writes a centred line in the direction of its own first letter, by a first-strong isolate, as a canvas has no `dir="auto"`. */
const write = (context: CanvasRenderingContext2D, line: string, bottom: number): void =>
  context.fillText(`\u2068${line}\u2069`, centre, bottom);

type Fit = {
  weight: number;
  /** The largest and the smallest font size. */
  sizes: [largest: number, smallest: number];
  lines: number;
  within?: number;
};

/** Fits a text: it gets the largest size in which it needs no more lines; in the smallest, a text that is too long is cut. */
function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  { weight, sizes: [largest, smallest], lines: most, within = textWidth }: Fit,
): { size: number; lines: string[] } {
  const fits = (line: string) => context.measureText(line).width <= within;
  for (let size = largest; ; size -= 0.5) {
    context.font = `${weight} ${size}px ${fontFamily}`;
    const lines = wrap(text, fits);
    if (lines.length <= most && lines.every(fits)) return { size, lines };
    if (size <= smallest) return { size, lines: lines.slice(0, most).map((line) => cut(line, fits)) };
  }
}

function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function cut(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  const letters = graphemes(line);
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('')}…`;
}
