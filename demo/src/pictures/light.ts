import { grain, patches } from './noise.ts';

/** A table top: three bytes of colour and one of height a pixel. */
export type Surface = { colour: Uint8Array; height: Uint8Array };

export type Size = { width: number; height: number };

const gridCell = 4;

/**
 * How dark each pixel is (0 lit, 1 dark) because something higher stands between it and the lamp (upper left), or around it. It is
 * worked out on a grid gridCell times coarser, which also makes the shadows soft.
 */
function shade(relief: Float32Array, size: Size): Float32Array {
  const grid: Size = { width: Math.ceil(size.width / gridCell), height: Math.ceil(size.height / gridCell) };
  const { width: small, height: rows } = grid;
  const low = new Float32Array(small * rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < small; x += 1) {
      low[y * small + x] =
        relief[Math.min(size.height - 1, y * gridCell + 1) * size.width + Math.min(size.width - 1, x * gridCell + 1)]!;
    }
  }
  const around = low.slice();
  blur(around, grid, 5);
  const dark = new Float32Array(small * rows);
  const fall = gridCell * 1.15;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < small; x += 1) {
      const at = y * small + x;
      let cast = 0;
      for (let step = 1; step <= 16; step += 1) {
        const [fromX, fromY] = [Math.round(x - step * 0.66), Math.round(y - step * 0.75)];
        if (fromX < 0 || fromY < 0) break;
        const above = low[fromY * small + fromX]! - low[at]! - step * fall;
        if (above > cast) cast = above;
      }
      const crowded = Math.max(0, around[at]! - low[at]!) / 46;
      dark[at] = Math.min(1, Math.min(1, cast / 14) * 0.62 + Math.min(0.6, crowded));
    }
  }
  blur(dark, grid, 2);
  return dark;
}

/** Box blur in place, `radius` cells each way, first along rows, then along columns. */
function blur(values: Float32Array, { width, height }: Size, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  const share = 1 / (2 * radius + 1);
  for (let pass = 0; pass < 4; pass += 1) {
    const [step, jump, length, lines] = pass % 2 === 0 ? [1, width, width, height] : [width, 1, height, width];
    for (let row = 0; row < lines; row += 1) {
      const start = row * jump;
      for (let at = 0; at < length; at += 1) line[at] = values[start + at * step]!;
      let total = line[0]! * (radius + 1);
      for (let at = 1; at <= radius; at += 1) total += line[Math.min(length - 1, at)]!;
      for (let at = 0; at < length; at += 1) {
        values[start + at * step] = total * share;
        total += line[Math.min(length - 1, at + radius + 1)]! - line[Math.max(0, at - radius)]!;
      }
    }
  }
}

/** Softens by two pixels (1-4-6-4-1 both ways), which rounds the edges of what was drawn flat and hides steps of one unit. */
function soften(values: Float32Array, width: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let at = 2; at < values.length - 2; at += 1) {
    across[at] =
      (values[at - 2]! + values[at + 2]! + 4 * (values[at - 1]! + values[at + 1]!) + 6 * values[at]!) * 0.0625;
  }
  const soft = values.slice();
  const two = 2 * width;
  for (let at = two + 2; at < values.length - two - 2; at += 1) {
    soft[at] =
      (across[at - two]! + across[at + two]! + 4 * (across[at - width]! + across[at + width]!) + 6 * across[at]!) *
      0.0625;
  }
  return soft;
}

/** Heights of the whole picture: the ground's where nothing was drawn, with the unevenness of each material. */
function reliefOf({ width, height }: Size, matter: Uint8Array, ground: Surface): Float32Array {
  const relief = new Float32Array(width * height);
  for (let y = 0, at = 0, four = 0; y < height; y += 1) {
    const row = (y & 511) << 9;
    for (let x = 0; x < width; x += 1, at += 1, four += 4) {
      const cover = matter[four + 3]!;
      let value = matter[four]!;
      const rough = matter[four + 2]!;
      if (rough > 0) {
        const noise = row | (x & 511);
        // Little roughness means slow waves only; crumbs come with much of it.
        value += rough * (grain[noise]! * rough * 0.00022 + patches[noise]! * 0.05);
      }
      relief[at] = cover === 255 ? value : (value * cover + ground.height[at]! * (255 - cover)) / 255;
    }
  }
  return relief;
}

/**
 * Lights a scene: colours (RGBA) over the background, matter (red height, green gloss, blue roughness, alpha as drawn).
 * Answers RGB bytes. The light is a warm lamp at the upper left, with a soft sheen on wet things.
 */
export function light(size: Size, colours: Uint8Array, matter: Uint8Array, ground: Surface): Uint8ClampedArray {
  const { width, height } = size;
  const rawRelief = reliefOf(size, matter, ground);
  const dark = shade(rawRelief, size);
  const relief = soften(rawRelief, width);

  const picture = new Uint8ClampedArray(width * height * 3);
  const small = Math.ceil(width / gridCell);
  const rows = Math.ceil(height / gridCell);
  const shadows = new Float32Array(small + 1);
  const edge = (length: number): Float32Array =>
    Float32Array.from({ length }, (_, at) => 0.17 * ((at / length) * 2 - 1) ** 2);
  const [edgeX, edgeY] = [edge(width), edge(height)];
  for (let y = 0, at = 0, three = 0, four = 0; y < height; y += 1) {
    const up = y === 0 ? 0 : width;
    const down = y === height - 1 ? 0 : width;
    const gridY = Math.max(0, (y - 1) / gridCell);
    const above = Math.floor(gridY);
    const below = Math.min(rows - 1, above + 1);
    for (let cell = 0; cell < small; cell += 1) {
      shadows[cell] = dark[above * small + cell]! * (1 - gridY + above) + dark[below * small + cell]! * (gridY - above);
    }
    shadows[small] = shadows[small - 1]!;
    const row = (y & 511) << 9;
    for (let x = 0; x < width; x += 1, at += 1, three += 3, four += 4) {
      const slopeX = (relief[x === 0 ? at : at - 1]! - relief[x === width - 1 ? at : at + 1]!) * 0.36;
      const slopeY = (relief[at - up]! - relief[at + down]!) * 0.36;
      const inverse = 1 / Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
      // Lamp direction (-0.46, -0.52, 0.72); a flat surface receives 0.72, made 1 here.
      const facing = (0.72 - 0.46 * slopeX - 0.52 * slopeY) * inverse;
      const lit = facing > 0 ? facing * 1.389 : facing * 0.25;

      const gridX = x === 0 ? 0 : (x - 1) / gridCell;
      const cell = gridX | 0;
      const shadow = shadows[cell]! + (shadows[cell + 1]! - shadows[cell]!) * (gridX - cell);
      const rough = matter[four + 2]!;
      const mottle = rough === 0 ? 1 : 1 + rough * grain[row | (x & 511)]! * 0.0007;
      const level = (0.5 + 0.54 * lit) * (1 - 0.68 * shadow) * mottle * (1.04 - edgeX[x]! - edgeY[y]!);

      let shine = 0;
      const gloss = matter[four + 1]!;
      if (gloss > 0) {
        // Half way between lamp and eye: (-0.248, -0.28, 0.927). Flat things mirror nothing in particular.
        const mirror = (0.927 - 0.248 * slopeX - 0.28 * slopeY) * inverse;
        if (mirror > 0) {
          const second = mirror * mirror;
          const eighth = second * second * second * second;
          const broad = eighth * eighth;
          shine = gloss * (1 - 0.8 * shadow) * ((broad - 0.3) * 0.1 + broad * broad * broad * broad * 0.52);
        }
      }
      const cover = colours[four + 3]!;
      let red = colours[four]!;
      let green = colours[four + 1]!;
      let blue = colours[four + 2]!;
      if (cover < 255) {
        const bare = 255 - cover;
        red = (red * cover + ground.colour[three]! * bare) / 255;
        green = (green * cover + ground.colour[three + 1]! * bare) / 255;
        blue = (blue * cover + ground.colour[three + 2]! * bare) / 255;
      }
      // Light that has gone through food is warm: shade keeps its red longest.
      const glow = level < 1 ? (1 - level) * cover * 0.0008 : 0;
      picture[three] = red * (level * 1.04 + glow) + shine;
      picture[three + 1] = green * (level * 1.01 + glow * 0.2) + shine * 0.95;
      picture[three + 2] = blue * (level * 0.98 - glow * 0.5) + shine * 0.86;
    }
  }
  return picture;
}
