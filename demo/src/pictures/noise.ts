import { seededRandom } from './random.ts';

/** Noise repeats after this many pixels (a power of two, so that wrapping is a mask). */
const noisePeriod = 512;
const periodMask = noisePeriod - 1;

function layer(seed: string, cell: number): Float32Array {
  const random = seededRandom(seed);
  const cells = noisePeriod / cell;
  const lattice = Float32Array.from({ length: cells * cells }, () => random.next() * 2 - 1);
  const values = new Float32Array(noisePeriod * noisePeriod);
  for (let y = 0; y < noisePeriod; y += 1) {
    const [row, fy] = [Math.floor(y / cell), (y % cell) / cell];
    const sy = fy * fy * (3 - 2 * fy);
    for (let x = 0; x < noisePeriod; x += 1) {
      const [column, fx] = [Math.floor(x / cell), (x % cell) / cell];
      const sx = fx * fx * (3 - 2 * fx);
      const [top, bottom] = [row * cells, ((row + 1) % cells) * cells];
      const right = (column + 1) % cells;
      const above = lattice[top + column]! * (1 - sx) + lattice[top + right]! * sx;
      const below = lattice[bottom + column]! * (1 - sx) + lattice[bottom + right]! * sx;
      values[y * noisePeriod + x] = above * (1 - sy) + below * sy;
    }
  }
  return values;
}

function sum(name: string, parts: readonly (readonly [cell: number, share: number])[]): Float32Array {
  const total = new Float32Array(noisePeriod * noisePeriod);
  for (const [cell, share] of parts) {
    const values = layer(`${name}${cell}`, cell);
    for (let index = 0; index < total.length; index += 1) total[index]! += values[index]! * share;
  }
  return total;
}

/** Crumbs and pores: about ±1, detail of 2 to 16 px. */
export const grain = sum('grain', [
  [16, 0.5],
  [8, 0.35],
  [4, 0.3],
  [2, 0.15],
]);
/** Slow patches: about ±1, detail of 16 to 128 px. */
export const patches = sum('patches', [
  [128, 0.6],
  [64, 0.4],
  [32, 0.3],
  [16, 0.15],
]);

/** Reads a noise field anywhere, wrapping around. */
export function sample(field: Float32Array, x: number, y: number): number {
  return field[((y & periodMask) << 9) | (x & periodMask)]!;
}
