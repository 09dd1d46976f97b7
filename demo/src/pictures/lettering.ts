import type { Matter, Scene } from './scene.ts';

/** Capital letters as strokes, 100 units high: [width, path]. Drawn here because a server may have no font at all. */
const letters: Record<string, readonly [width: number, path: string]> = {
  A: [72, 'M0 100L36 0L72 100M14 66H58'],
  B: [56, 'M0 0V100H30a26 26 0 0 0 0 -52H0M0 0H26a24 24 0 0 1 0 48'],
  C: [66, 'M66 17A43 50 0 1 0 66 83'],
  D: [66, 'M0 0V100H22a44 50 0 0 0 0 -100Z'],
  E: [48, 'M48 0H0V100H48M0 49H40'],
  F: [46, 'M46 0H0V100M0 50H38'],
  G: [70, 'M67 17A43 50 0 1 0 70 78V56H46'],
  H: [62, 'M0 0V100M62 0V100M0 49H62'],
  I: [0, 'M0 0V100'],
  J: [40, 'M40 0V72a26 28 0 0 1 -40 16'],
  K: [58, 'M0 0V100M56 0L0 60M22 38L58 100'],
  L: [44, 'M0 0V100H44'],
  M: [82, 'M0 100V0L41 64L82 0V100'],
  N: [64, 'M0 100V0L64 100V0'],
  O: [82, 'M41 0a41 50 0 1 0 .1 0Z'],
  P: [54, 'M0 100V0H26a28 28 0 0 1 0 56H0'],
  Q: [82, 'M41 0a41 50 0 1 0 .1 0ZM52 72L80 104'],
  R: [56, 'M0 100V0H27a27 27 0 0 1 0 54H0M24 54L56 100'],
  S: [52, 'M49 14C38 -7 3 -4 3 24C3 58 52 42 52 74C52 107 11 105 0 84'],
  T: [62, 'M0 0H62M31 0V100'],
  U: [62, 'M0 0V68a31 32 0 0 0 62 0V0'],
  V: [68, 'M0 0L34 100L68 0'],
  W: [96, 'M0 0L24 100L48 20L72 100L96 0'],
  X: [62, 'M0 0L62 100M62 0L0 100'],
  Y: [64, 'M0 0L32 50L64 0M32 50V100'],
  Z: [58, 'M0 0H58L0 100H58'],
  ',': [4, 'M4 96L-4 118'],
};
const spaceWidth = 44;

/** Writes raised letters with their top left at (x, y), `size` high and `weight` thick (both in units of the scene). */
export function write(
  scene: Scene,
  text: string,
  {
    x,
    y,
    size,
    weight,
    colour,
    matter,
  }: { x: number; y: number; size: number; weight: number; colour: string; matter: Matter },
): void {
  const scale = size / 100;
  const gap = weight / scale + 15;
  let along = 0;
  for (const character of text) {
    const letter = letters[character];
    if (letter === undefined) {
      along += spaceWidth;
      continue;
    }
    const [width, path] = letter;
    scene.line(path, colour, weight / scale, matter, { x: x + along * scale, y, scale });
    along += width + gap;
  }
}
