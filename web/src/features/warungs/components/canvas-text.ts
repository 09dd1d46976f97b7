import { graphemes } from '../../../lib/format/graphemes.ts';

/** The fonts of pictures that are drawn on the device: the app's own, which it has already. */
export const fontFamily = `-apple-system, 'Segoe UI', Roboto, sans-serif`;

/** The line height by the font size. */
export const lineHeight = 1.14;

type Fits = (line: string) => boolean;

export type Fit = {
  weight: number;
  /** The largest and the smallest font size. */
  sizes: [largest: number, smallest: number];
  lines: number;
  within: number;
};

/** Fits a text: it gets the largest size in which it needs no more lines; in the smallest, a text that is too long is cut. */
export function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  { weight, sizes: [largest, smallest], lines: most, within }: Fit,
): { size: number; lines: string[] } {
  const fits = (line: string) => context.measureText(line).width <= within;
  const step = largest / 40;
  for (let size = largest; ; size = Math.max(smallest, size - step)) {
    context.font = `${weight} ${size}px ${fontFamily}`;
    const lines = wrap(text, fits);
    if (lines.length <= most && lines.every(fits)) return { size, lines };
    if (size <= smallest) return { size, lines: linesWithin(text, most, fits) };
  }
}

/** Breaks a text at its blanks; a line of one long word may be too long. */
function wrap(text: string, fits: Fits): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Breaks a text into a few lines that fit, at its blanks, or between two letters of a word that has no room alone. The last line ends
 * with an ellipsis if the text has more.
 */
export function linesWithin(text: string, most: number, fits: Fits): string[] {
  const lines: string[] = [];
  let rest = text.trim().replaceAll(/[^\S\u00a0]+/g, ' ');
  while (lines.length < most - 1 && !fits(rest)) {
    const line = beginningOf(rest, fits);
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, cut(rest, fits)];
}

/** The words with which a text begins that fit into one line, or the letters of its first word. */
function beginningOf(text: string, fits: Fits): string {
  const words = text.split(' ');
  const count = mostThatFit(words.length, (first) => fits(words.slice(0, first).join(' ')));
  if (count > 0) return words.slice(0, count).join(' ');
  const letters = graphemes(words[0] ?? '');
  return letters.slice(0, mostThatFit(letters.length, (first) => fits(letters.slice(0, first).join(''))) || 1).join('');
}

function cut(line: string, fits: Fits): string {
  if (fits(line)) return line;
  const letters = graphemes(line);
  const shortened = (first: number) => `${letters.slice(0, first).join('').trimEnd()}…`;
  return shortened(mostThatFit(letters.length, (first) => fits(shortened(first))));
}

/** The highest number up to `most` for which something fits, 0 if it never does: what fits in part fits in smaller parts too. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Writes a line in the direction of its own first letter, by a first-strong isolate, as a canvas has no `dir="auto"`. */
export const writeLine = (context: CanvasRenderingContext2D, line: string, x: number, baseline: number): void =>
  context.fillText(`\u2068${line}\u2069`, x, baseline);

/** A text, its colour, and how it fits. */
export type Line = [text: string, colour: string, fit: Fit];

/** Writes texts below one another, each in the largest font in which it has room, in the middle of a height. */
export function writeLines(
  context: CanvasRenderingContext2D,
  lines: Line[],
  { left, top, height, gap }: { left: number; top: number; height: number; gap: number },
  align: 'left' | 'center' = 'left',
): void {
  const fitted = lines.map(([text, colour, fit]) => ({ colour, weight: fit.weight, ...fitText(context, text, fit) }));
  const heightOf = (text: { size: number; lines: string[] }) => text.lines.length * text.size * lineHeight;
  let y = top + (height - fitted.reduce((sum, text) => sum + heightOf(text) + gap, -gap)) / 2;
  context.textAlign = align;
  for (const text of fitted) {
    context.fillStyle = text.colour;
    context.font = `${text.weight} ${text.size}px ${fontFamily}`;
    for (const [index, line] of text.lines.entries())
      writeLine(context, line, left, y + text.size * (0.94 + lineHeight * index));
    y += heightOf(text) + gap;
  }
}
