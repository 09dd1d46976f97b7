import { drawCode, drawMarawa, drawRoof, roofHeight } from './canvas-shapes.ts';
import { fitText, fontFamily, writeLine } from './canvas-text.ts';

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

/** The width of the drawing in its own units, millimetres of A4. On a smaller paper all of it is smaller. */
const width = papers.A4.width;
const margin = 15;
const centre = width / 2;
const textWidth = width - 2 * margin;

/** The code with its quiet zone of 4 modules (ISO/IEC 18004): 101 mm on A4, 71 mm on A5. */
const codeSize = 104;

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

  const name = fitText(context, poster.name, { weight: 800, sizes: [22, 9], lines: 2, within: textWidth });
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
  drawRoof(context, { centre, top: roofTop, scale: roofScale }, { roof: colours.gold, eaves: colours.red });

  const codeTop = roofTop + roofHeight * roofScale + 2;
  drawHouse(context, poster.url, codeTop, scale);

  const below = codeTop + codeSize;
  context.fillStyle = colours.ink;
  const call = fitText(context, 'Pindai, lihat menu hari ini', {
    weight: 800,
    sizes: [13, 9],
    lines: 1,
    within: textWidth,
  });
  write(context, call.lines[0] ?? '', below + 17);
  const address = fitText(context, poster.shortUrl, {
    weight: 600,
    sizes: [10, 4],
    lines: 1,
    within: textWidth,
  });
  context.fillStyle = colours.red;
  write(context, address.lines[0] ?? '', below + 31);
  drawFoot(context, poster.siteTitle, height - margin);
}

/** Draws the code between the walls of a house. */
function drawHouse(context: CanvasRenderingContext2D, url: string, top: number, scale: number): void {
  const left = centre - codeSize / 2;
  drawCode(context, url, { left, top, size: codeSize, scale }, 'M');
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
  const stripes = [colours.ink, colours.red, colours.gold];
  drawMarawa(context, { left: margin, top: bottom - 7, width: textWidth, height: 2.4 }, stripes);
}

const write = (context: CanvasRenderingContext2D, line: string, baseline: number): void =>
  writeLine(context, line, centre, baseline);
