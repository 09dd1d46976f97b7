import { initials } from '../../../ui/parts/initials.ts';
import { drawCode, drawLamp, drawMarawa, drawRoof, pictureColours as colours, roundedBox } from './canvas-shapes.ts';
import { fitText, fontFamily, lineHeight, writeLine, writeLines } from './canvas-text.ts';
import type { Fit, Line } from './canvas-text.ts';
import { layOutDishes, menuFormats } from './menu-picture-layout.ts';
import type { DrawnDish, MenuFormat } from './menu-picture-layout.ts';

/** What all pictures of one menu show. */
export type DrawnStall = {
  name: string;
  nagari: string;
  /** The day of the menu: 'Sabtu, 28 November'. */
  day: string;
  /** The address in the code. */
  url: string;
  /** The address for people who type it, without its scheme. */
  shortUrl: string;
  siteTitle: string;
  /** The number that the cook wants on it; empty otherwise. */
  number: string;
};

/** One picture of a menu: which of how many it is, and the dishes that stand in it. */
export type DrawnPart = { number: number; count: number; dishes: readonly DrawnDish[] };

/**
 * Where things stand, in pixels. WhatsApp covers the top and the bottom of a status with its own bars: nothing that is read stands there.
 * `scale` is that of the head.
 */
const places = {
  status: { margin: 64, head: 146, scale: 1, rows: [386, 1530], foot: 1548, code: 288, sizes: [80, 46, 36] },
  square: { margin: 48, head: 58, scale: 0.68, rows: [226, 784], foot: 798, code: 248, sizes: [64, 42, 34] },
} as const;

type Place = (typeof places)[MenuFormat];
type Context = CanvasRenderingContext2D;

/** Draws one picture of a menu. It replaces what is on the canvas. @param photo the stall's, if there is one */
export function drawMenuPicture(
  canvas: HTMLCanvasElement,
  format: MenuFormat,
  stall: DrawnStall,
  part: DrawnPart,
  photo?: HTMLImageElement,
): void {
  const { width, height } = menuFormats[format];
  canvas.width = width;
  canvas.height = height;
  // The picture is read back once: the processor draws it sooner, as the graphics of cheap phones take long to give pixels back.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  const place = places[format];
  context.fillStyle = colours.background;
  context.fillRect(0, 0, width, height);
  drawLamp(context, width, height);
  for (const top of [0, height - 24]) drawMarawa(context, { left: 0, top, width, height: 8 }, colours.marawa);
  if (format === 'status') {
    drawRoof(context, { centre: width / 2, top: 44, scale: 2 }, { roof: colours.gold, eaves: colours.red });
  }
  drawHead(context, place, width, stall, part, photo);
  drawDishes(context, place, width, part.dishes);
  drawFoot(context, place, width, stall);
}

function drawHead(
  context: Context,
  { margin, head, scale }: Place,
  width: number,
  stall: DrawnStall,
  { number, count }: DrawnPart,
  photo: HTMLImageElement | undefined,
): void {
  const edge = 212 * scale;
  drawAvatar(context, stall.name, photo, { left: margin, top: head, edge });
  const left = margin + edge + 36 * scale;
  const within = width - margin - left;
  const fit = (largest: number, smallest: number, weight: number): Fit => ({
    weight,
    sizes: [largest * scale, smallest * scale],
    lines: 1,
    within,
  });

  const title = `Menu hari ini${count > 1 ? ` · ${number} dari ${count}` : ''}`;
  const lines: Line[] = [
    [title, colours.gold, fit(46, 34, 700)],
    [stall.name, colours.text, { ...fit(66, 44, 800), lines: 2 }],
    [`${stall.nagari} · ${stall.day}`, colours.muted, fit(40, 30, 500)],
  ];
  writeLines(context, lines, { left, top: head, height: edge, gap: 4 * scale });
}

function drawAvatar(
  context: Context,
  name: string,
  photo: HTMLImageElement | undefined,
  { left, top, edge }: { left: number; top: number; edge: number },
): void {
  const [x, y, radius] = [left + edge / 2, top + edge / 2, edge / 2];
  const circle = (of: number) => {
    context.beginPath();
    context.arc(x, y, of, 0, 2 * Math.PI);
  };
  context.fillStyle = colours.gold;
  circle(radius);
  context.fill();
  context.save();
  circle(radius - 5);
  context.clip();
  context.fillStyle = colours.initials;
  context.fillRect(left, top, edge, edge);
  if (photo) {
    const side = Math.min(photo.naturalWidth, photo.naturalHeight);
    const [inX, inY] = [(photo.naturalWidth - side) / 2, (photo.naturalHeight - side) / 2];
    context.drawImage(photo, inX, inY, side, side, left, top, edge, edge);
  } else {
    context.fillStyle = colours.text;
    context.textAlign = 'center';
    const { size, lines } = fitText(context, initials(name), {
      weight: 700,
      sizes: [edge * 0.4, edge * 0.1],
      lines: 1,
      within: edge * 0.7,
    });
    writeLine(context, lines[0] ?? '', x, y + size * 0.36);
  }
  context.restore();
}

function drawDishes(
  context: Context,
  { margin, rows, sizes }: Place,
  width: number,
  dishes: readonly DrawnDish[],
): void {
  const [top, bottom] = rows;
  const padding = 20;
  context.fillStyle = colours.surface;
  roundedBox(context, { left: margin - padding, top, width: width - 2 * (margin - padding), height: bottom - top });
  const fontOf = (size: number, what: keyof DrawnDish) => `${what === 'price' ? 700 : 500} ${size}px ${fontFamily}`;
  const room = {
    width: width - 2 * margin,
    height: bottom - top - padding,
    sizes: [...sizes] as [number, number, number],
  };
  const laidOut = layOutDishes(dishes, room, (text, size, what) => {
    context.font = fontOf(size, what);
    return context.measureText(text).width;
  });
  const { size } = laidOut;
  const free = room.height - laidOut.rows.reduce((sum, { height }) => sum + height, 0);
  // Few dishes stand further apart, but not so far that they no longer look like a list.
  const gap = Math.min(free / dishes.length, size * 1.7);
  let y = top + padding / 2 + (free - gap * dishes.length) / 2;
  for (const [index, { name, price, height }] of laidOut.rows.entries()) {
    const rowHeight = height + gap;
    if (index > 0) {
      context.fillStyle = colours.line;
      context.fillRect(margin, y - 1, room.width, 2);
    }
    context.save();
    // Marks piled upon a letter, and letters wider than a line, stay within the row.
    context.beginPath();
    context.rect(margin - padding, y, width - 2 * (margin - padding), rowHeight);
    context.clip();
    for (const [what, lines, x] of [
      ['name', name, margin],
      ['price', price, width - margin],
    ] as const) {
      context.font = fontOf(size, what);
      context.fillStyle = what === 'price' ? colours.gold : colours.text;
      context.textAlign = what === 'price' ? 'right' : 'left';
      const first = y + (rowHeight - lines.length * lineHeight * size) / 2 + size * 0.92;
      for (const [line, text] of lines.entries()) writeLine(context, text, x, first + line * lineHeight * size);
    }
    context.restore();
    y += rowHeight;
  }
}

/** Draws the code, and what it is for. */
function drawFoot(context: Context, { margin, foot, code, scale }: Place, width: number, stall: DrawnStall): void {
  context.fillStyle = '#fff';
  roundedBox(context, { left: margin, top: foot, width: code, height: code });
  drawCode(context, stall.url, { left: margin, top: foot, size: code, scale: 1 }, 'L');
  const left = margin + code + 40 * scale;
  const fit = (largest: number, smallest: number, weight: number): Fit => ({
    weight,
    sizes: [largest, smallest],
    lines: 1,
    within: width - margin - left,
  });
  const lines: Line[] = [
    ['Pindai untuk pesan', colours.text, fit(72 * scale, 40, 800)],
    ['atau buka', colours.muted, fit(40 * scale, 28, 500)],
    [stall.shortUrl, colours.gold, fit(48 * scale, 20, 700)],
    stall.number
      ? [stall.number, colours.text, fit(44 * scale, 28, 600)]
      : [stall.siteTitle, colours.muted, fit(36 * scale, 26, 600)],
  ];
  writeLines(context, lines, { left, top: foot, height: code, gap: 10 * scale });
}
