import type { Random } from './random.ts';

/** SVG path data, centred on the origin unless a function says otherwise. Units are picture pixels. */
export type Path = string;
export type Point = readonly [x: number, y: number];

const round = (value: number): string => (Math.round(value * 10) / 10).toString();

/** A smooth curve through the points (Catmull-Rom as cubic Béziers). */
export function curve(points: readonly Point[], closed = false): Path {
  const count = points.length;
  const at = (index: number): Point =>
    closed ? points[(index + count) % count]! : points[Math.max(0, Math.min(count - 1, index))]!;
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${round(from[0] + (to[0] - before[0]) / 6)} ${round(from[1] + (to[1] - before[1]) / 6)} `;
    path += `${round(to[0] - (after[0] - from[0]) / 6)} ${round(to[1] - (after[1] - from[1]) / 6)} ${round(to[0])} ${round(to[1])}`;
  }
  return closed ? `${path}Z` : path;
}

export function polygon(points: readonly Point[]): Path {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

export function ellipse(rx: number, ry = rx, x = 0, y = 0): Path {
  return `M${round(x - rx)} ${round(y)}a${round(rx)} ${round(ry)} 0 1 1 ${round(rx * 2)} 0a${round(rx)} ${round(ry)} 0 1 1 ${round(-rx * 2)} 0Z`;
}

/** A ring: the space between two circles. */
export function annulus(outer: number, inner: number): Path {
  return `${ellipse(outer)}M${round(-inner)} 0a${round(inner)} ${round(inner)} 0 1 0 ${round(inner * 2)} 0a${round(inner)} ${round(inner)} 0 1 0 ${round(-inner * 2)} 0Z`;
}

export function box(width: number, height: number, radius = 0, x = 0, y = 0): Path {
  const r = Math.min(radius, width / 2, height / 2);
  const [left, top] = [x - width / 2, y - height / 2];
  const corner = (dx: number, dy: number): string => `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`;
  return (
    `M${round(left + r)} ${round(top)}h${round(width - 2 * r)}${corner(r, r)}v${round(height - 2 * r)}${corner(-r, r)}` +
    `h${round(2 * r - width)}${corner(-r, -r)}v${round(2 * r - height)}${corner(r, -r)}Z`
  );
}

/** A lumpy round shape; wobble 0 is an ellipse, 0.3 a torn chunk. */
export function blob(random: Random, rx: number, ry = rx, wobble = 0.12, corners = 9): Path {
  const turn = random.next() * Math.PI;
  const points = Array.from({ length: corners }, (_, index): Point => {
    const angle = turn + ((index + random.near(0.25)) / corners) * Math.PI * 2;
    const reach = 1 + random.near(wobble);
    return [Math.cos(angle) * rx * reach, Math.sin(angle) * ry * reach];
  });
  return curve(points, true);
}

/** An irregular many-sided chunk with softened corners, like meat cut by hand. */
export function chunk(random: Random, rx: number, ry = rx): Path {
  const corners = 5 + Math.floor(random.next() * 3);
  const turn = random.next() * Math.PI;
  const points: Point[] = [];
  for (let index = 0; index < corners; index += 1) {
    const angle = turn + ((index + random.near(0.3)) / corners) * Math.PI * 2;
    const reach = 1 + random.near(0.2);
    for (const aside of [-0.16, 0.16]) {
      points.push([Math.cos(angle + aside) * rx * reach, Math.sin(angle + aside) * ry * reach]);
    }
  }
  return curve(points, true);
}

/** A leaf or fish body along x: pointed at both ends, `belly` pixels to each side. */
export function leaf(length: number, belly: number, tip = 0.5): Path {
  const [half, peak] = [length / 2, length * (tip - 0.5)];
  return `M${round(-half)} 0Q${round(peak - half * 0.4)} ${round(-belly * 1.5)} ${round(half)} 0Q${round(peak - half * 0.4)} ${round(belly * 1.5)} ${round(-half)} 0Z`;
}

/** Points of a loose disc of the given radius, about `gap` apart, centre first: for scattering pieces without clumps. */
export function scatter(random: Random, count: number, rx: number, ry = rx, gap = 0): Point[] {
  const points: Point[] = [];
  for (let tries = 0; points.length < count && tries < count * 30; tries += 1) {
    const [angle, reach] = [random.next() * Math.PI * 2, Math.sqrt(random.next())];
    const point: Point = [Math.cos(angle) * rx * reach, Math.sin(angle) * ry * reach];
    if (gap === 0 || points.every(([x, y]) => Math.hypot(x - point[0], y - point[1]) > gap)) points.push(point);
  }
  return points;
}

/** Evenly turned points on a ring. */
export function ring(count: number, radius: number, turn = 0): { x: number; y: number; angle: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = turn + (index / count) * Math.PI * 2;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, angle: (angle * 180) / Math.PI };
  });
}
