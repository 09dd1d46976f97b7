import type { Scene } from './scene.ts';
import { annulus, blob, curve, ellipse, polygon, type Point } from './shapes.ts';

/** The height at which food stands on a plate, and that of the liquid in a bowl. */
export const plateLevel = 46;
export const bowlLevel = 74;

type PlateStyle = 'enamel' | 'white' | 'celadon' | 'clay' | 'black' | 'rose' | 'rattan';

const plates: Record<Exclude<PlateStyle, 'rattan'>, { body: readonly string[]; rim: string; ring: string }> = {
  enamel: { body: ['#f3f1ea', '#efece2', '#f7f5ee'], rim: '#2a4f8f', ring: '#2a4f8f' },
  white: { body: ['#f4f0e8', '#efe9df', '#faf7f1'], rim: '#faf7f1', ring: '#e6ded0' },
  celadon: { body: ['#a9c4ae', '#9dbba4', '#b7cfba'], rim: '#7f9f88', ring: '#8fae97' },
  clay: { body: ['#b56a42', '#a65c37', '#c07a50'], rim: '#8a4728', ring: '#984f2e' },
  black: { body: ['#2c2a29', '#242221', '#383534'], rim: '#1c1a19', ring: '#4a4643' },
  rose: { body: ['#f6efe4', '#f3ebde', '#faf5ec'], rim: '#c9544b', ring: '#c9544b' },
};

export function plate(scene: Scene, radius: number, style: PlateStyle): void {
  if (style === 'rattan') return rattan(scene, radius);
  const { body, rim, ring } = plates[style];
  scene.fill(annulus(radius, radius * 0.94), rim, {
    base: 40,
    gloss: 0.55,
    profile: [
      [0, 58],
      [0.94, 59],
      [0.98, 58],
      [1, 40],
    ],
  });
  scene.fill(ellipse(radius * 0.955), body, {
    base: 40,
    gloss: 0.55,
    profile: [
      [0, 42],
      [0.75, 42],
      [0.8, 47],
      [0.84, 56],
      [0.88, 59],
      [1, 59],
    ],
  });
  scene.line(ellipse(radius * 0.84), ring, radius * 0.012, null, {}, 0.55);
  if (style === 'rose') posies(scene, radius * 0.895);
  if (style === 'enamel') chips(scene, radius);
}

/** Hand-painted flowers around a rim. */
function posies(scene: Scene, radius: number): void {
  for (let index = 0; index < 8; index += 1) {
    const angle = (index / 8) * Math.PI * 2;
    scene.within({ x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, turn: index * 45 + 90 }, () => {
      for (const [x, y] of [
        [-8, 0],
        [8, 0],
        [0, -8],
        [0, 8],
      ] as const)
        scene.fill(ellipse(8, 8, x, y), '#d8574f', null, {}, 0.85);
      scene.fill(ellipse(6), '#f0b73c', null);
      for (const side of [-1, 1]) scene.fill(ellipse(16, 6, side * 34, 4), '#5f8f55', null, {}, 0.85);
    });
  }
}

/** Draws the places where an old enamel rim has lost its coat. */
function chips(scene: Scene, radius: number): void {
  for (let index = 0; index < 5; index += 1) {
    const angle = scene.random.next() * Math.PI * 2;
    const place = { x: Math.cos(angle) * radius * 0.982, y: Math.sin(angle) * radius * 0.982 };
    scene.fill(blob(scene.random, 7, 5, 0.3, 6), '#26221f', null, place, 0.8);
  }
}

function rattan(scene: Scene, radius: number): void {
  scene.fill(ellipse(radius), '#8a5a2c', {
    base: 34,
    profile: [
      [0, 38],
      [0.8, 40],
      [1, 58],
    ],
  });
  for (let row = 0; row < 9; row += 1) {
    const reach = radius * (0.6 + row * 0.048);
    scene.line(ellipse(reach), row % 2 === 0 ? '#c08a4a' : '#a97238', radius * 0.05, {
      base: 38 + row * 2,
      rise: 7,
      rough: 0.3,
      gloss: 0.25,
    });
    for (let knot = 0; knot < 40; knot += 1) {
      const angle = ((knot + (row % 2) / 2) / 40) * Math.PI * 2;
      const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
      scene.line(
        `M${-radius * 0.02} 0h${radius * 0.04}`,
        '#6d431d',
        5,
        null,
        { x, y, turn: (angle * 180) / Math.PI },
        0.7,
      );
    }
  }
}

export type BowlStyle = 'white' | 'clay' | 'celadon' | 'rooster' | 'enamel' | 'coconut' | 'black';

const bowls: Record<BowlStyle, { rim: string; inside: readonly string[]; gloss: number; rough: number }> = {
  white: { rim: '#f7f3ea', inside: ['#e6dfd2', '#e9e3d7', '#f3eee4'], gloss: 0.6, rough: 0 },
  clay: { rim: '#a45a36', inside: ['#6f3920', '#7d4226', '#99532f'], gloss: 0.2, rough: 0.45 },
  celadon: { rim: '#a8c6b0', inside: ['#86a890', '#93b39c', '#9fbfa7'], gloss: 0.6, rough: 0 },
  rooster: { rim: '#f6f1e4', inside: ['#e4dcc9', '#eae3d2', '#f2ecde'], gloss: 0.6, rough: 0 },
  enamel: { rim: '#2f6b4f', inside: ['#e9e7dc', '#eceadf', '#f4f2ea'], gloss: 0.6, rough: 0 },
  coconut: { rim: '#4a2f1c', inside: ['#39230f', '#452c17', '#5b3c22'], gloss: 0.25, rough: 0.6 },
  black: { rim: '#2c2927', inside: ['#1e1c1b', '#242120', '#2f2c2a'], gloss: 0.5, rough: 0.15 },
};

/** A bowl from above; `fillIn` draws the food inside its mouth (radius 0.84 of the bowl), from bowlLevel upwards. */
export function bowl(scene: Scene, radius: number, style: BowlStyle, fillIn: (mouth: number) => void): void {
  const { rim, inside, gloss, rough } = bowls[style];
  const mouth = radius * 0.84;
  scene.fill(ellipse(radius * 0.9), inside[0]!, { base: 66 });
  fillIn(mouth);
  // The wall comes last and hides what hangs over the edge.
  scene.fill(annulus(radius * 0.9, mouth), inside.at(-1)!, {
    base: 60,
    gloss,
    rough,
    profile: [
      [0, 76],
      [0.93, 76],
      [1, 112],
    ],
  });
  scene.fill(annulus(radius, radius * 0.89), rim, {
    base: 60,
    gloss,
    rough,
    profile: [
      [0, 112],
      [0.89, 112],
      [0.92, 121],
      [0.96, 120],
      [0.985, 100],
      [1, 62],
    ],
  });
  if (style === 'rooster')
    for (const share of [0.975, 0.92]) scene.line(ellipse(radius * share), '#35669c', radius * 0.012, null, {}, 0.8);
}

/** A rectangular cut of banana leaf, lying flat or curling a little at its edges. */
export function leafSheet(scene: Scene, width: number, height: number): void {
  const { random } = scene;
  const edge: Point[] = [];
  const corners: Point[] = [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ];
  corners.forEach(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % 4]!;
    for (let step = 0; step < 4; step += 1) {
      edge.push([x + ((nextX - x) * step) / 4 + random.near(9), y + ((nextY - y) * step) / 4 + random.near(9)]);
    }
  });
  const outline = polygon(edge);
  scene.fill(outline, ['#5b8f42', '#4a7f38', '#38692e'], { base: 26, gloss: 0.35, rough: 0.32 });
  scene.clipped(outline, () => {
    for (let x = -width / 2 - height * 0.3; x < width / 2 + height * 0.3; x += 13) {
      for (const side of [-1, 1]) {
        const vein = curve([
          [x, 0],
          [x + height * 0.1, side * height * 0.25],
          [x + height * 0.14, side * height * 0.55],
        ]);
        scene.line(vein, '#86a95c', 2.5, null, {}, 0.28);
      }
    }
    scene.line(`M${-width / 2} 0H${width / 2}`, '#a9c46c', 20, { base: 26, rise: 9, gloss: 0.35 });
  });
}

/** A round of banana leaf under food on a plate. */
export function leafRound(scene: Scene, radius: number): void {
  const outline = blob(scene.random, radius, radius, 0.03, 14);
  scene.fill(outline, ['#5b8f42', '#4a7f38', '#356429'], { base: 44, gloss: 0.35, rough: 0.3 });
  scene.clipped(outline, () => {
    for (let x = -radius; x < radius; x += 15)
      scene.line(`M${x} ${-radius}q14 ${radius} 0 ${radius * 2}`, '#86a95c', 2.5, null, {}, 0.28);
    scene.line(`M${-radius} 6H${radius}`, '#a9c46c', 16, { base: 44, rise: 6, gloss: 0.3 });
  });
}
