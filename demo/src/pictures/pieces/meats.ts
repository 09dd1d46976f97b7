import type { Place, Scene } from '../scene.ts';
import { blob, box, chunk, curve, ellipse, scatter, type Point } from '../shapes.ts';

/** A cube of randang: nearly black, coated in fried spice. */
export function randang(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    const outline = chunk(random, size, size * random.between(0.74, 0.95));
    scene.fill(outline, ['#6d3a1c', '#532a13', '#35190b'], { base, rise: size * 0.72, gloss: 0.75, rough: 0.9 });
    // Fibres of the meat, showing where the coat is thin.
    for (let step = -2; step <= 2; step += 1) {
      scene.line(
        curve([
          [-size * 0.6, step * size * 0.2],
          [0, step * size * 0.22 + random.near(10)],
          [size * 0.6, step * size * 0.18],
        ]),
        random.pick(['#9a5c30', '#2c1408']),
        5,
        null,
        {},
        0.4,
      );
    }
    for (const [x, y] of scatter(random, 16, size * 0.85, size * 0.7)) {
      const crumb = random.between(3, 8);
      scene.fill(
        blob(random, crumb, crumb * 0.8, 0.3, 6),
        random.pick(['#8f5426', '#a4652e', '#5d2e12', '#2f1509']),
        { base: base + size * 0.55, rise: 7, gloss: 0.7, rough: 0.5 },
        { x, y },
      );
    }
  });
}

/** Dry dark crumbs of coconut and spice. */
export function crumbs(
  scene: Scene,
  count: number,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[],
): void {
  const { random } = scene;
  for (const [x, y] of scatter(random, count, rx, ry)) {
    const size = random.between(4, 13);
    scene.fill(
      blob(random, size, size * 0.75, 0.3, 6),
      random.pick(colours),
      { base: base + random.next() * 5, rise: size * 0.8, gloss: 0.55, rough: 0.6 },
      { x, y, turn: random.next() * 180 },
    );
  }
}

type Flesh = { skin: readonly string[]; char: string; gloss?: number };

export const goldenChicken: Flesh = { skin: ['#e8a238', '#d2801f', '#a65512'], char: '#5a2408' };

export const gulaiChicken: Flesh = { skin: ['#e9b04c', '#d6922c', '#b0701a'], char: '#9a5a12' };

export const greenDuck: Flesh = { skin: ['#c98a44', '#a96a2a', '#7a4818'], char: '#5d6a1c' };

/** A leg or thigh: round meat narrowing to a bone. */
export function drumstick(
  scene: Scene,
  place: Place,
  size: number,
  base: number,
  { skin, char, gloss = 0.85 }: Flesh,
): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.line(`M${size * 0.5} 0L${size * 1.28} ${random.near(8)}`, '#efe2c6', size * 0.16, {
      base,
      rise: size * 0.22,
      gloss: 0.5,
    });
    for (const side of [-1, 1])
      scene.fill(ellipse(size * 0.11, size * 0.1, size * 1.3, side * size * 0.07), ['#f6ecd6', '#d9c39a'], {
        base,
        rise: size * 0.26,
        gloss: 0.5,
      });
    const points: Point[] = [
      [-size * 0.95, -size * 0.1],
      [-size * 0.55, -size * 0.58],
      [0, -size * 0.6],
      [size * 0.5, -size * 0.3],
      [size * 0.98, -size * 0.13],
      [size * 0.98, size * 0.13],
      [size * 0.5, size * 0.34],
      [0, size * 0.62],
      [-size * 0.6, size * 0.52],
    ];
    const outline = curve(
      points.map(([x, y]): Point => [x + random.near(6), y + random.near(6)]),
      true,
    );
    scene.fill(outline, skin, { base, rise: size * 0.68, gloss, rough: 0.42 });
    for (const [x, y] of scatter(random, 14, size * 0.66, size * 0.34)) {
      scene.fill(
        blob(random, random.between(8, size * 0.22), random.between(5, size * 0.1), 0.3),
        random.next() < 0.5 ? char : skin[0]!,
        null,
        { x: x - size * 0.1, y, turn: random.near(50) },
        0.3,
      );
    }
  });
}

/** Dark stripes of a grill across a piece. */
export function grillMarks(scene: Scene, place: Place, width: number, count: number, gap: number): void {
  scene.within(place, () => {
    for (let index = 0; index < count; index += 1) {
      const x = (index - (count - 1) / 2) * gap;
      const reach = (width / 2) * (1 - index * 0.13);
      scene.line(
        curve([
          [x - 14, -reach],
          [x + 4, 0],
          [x - 10, reach],
        ]),
        '#3a1605',
        14,
        null,
        {},
        0.55,
      );
    }
  });
}

/** A bamboo skewer with pieces of beef along x. */
export function skewer(scene: Scene, place: Place, base: number, pieces = 5): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.line('M-300 0H330', '#d9b273', 9, { base: base + 8, rise: 9, gloss: 0.3 });
    for (let index = 0; index < pieces; index += 1) {
      const x = -230 + index * 68;
      scene.fill(
        chunk(random, 39, 32),
        random.pick([
          ['#a5622c', '#83461b', '#552a0e'],
          ['#96561f', '#733b14', '#48220a'],
          ['#b36e34', '#8f5020', '#5f3010'],
        ]),
        { base: base + 2, rise: 32, gloss: 0.8, rough: 0.6 },
        { x, y: random.near(5) },
      );
      scene.line(
        curve([
          [x - 20, random.near(10)],
          [x + 18, random.near(10)],
        ]),
        '#3a1806',
        8,
        null,
        {},
        0.5,
      );
    }
  });
}

/** Thin beaten beef for dendeng. */
export function dendeng(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    const outline = blob(random, size, size * 0.62, 0.14, 11);
    scene.fill(outline, ['#7a3a1c', '#642c12', '#42190a'], {
      base: base + 4,
      gloss: 0.6,
      rough: 0.85,
      profile: [
        [0, base + 20],
        [0.7, base + 22],
        [0.9, base + 26],
        [1, base + 8],
      ],
    });
    for (let step = -4; step <= 4; step += 1) {
      const reach = size * 0.86 * Math.cos(step * 0.28);
      const y = step * size * 0.125;
      scene.line(
        curve([
          [-reach, y],
          [-reach * 0.3, y + random.near(10)],
          [reach * 0.3, y + random.near(10)],
          [reach, y],
        ]),
        random.pick(['#97522a', '#351408', '#84431f']),
        5,
        { base: base + 21, rise: 3, gloss: 0.6 },
        {},
        0.5,
      );
    }
  });
}

/** Square pieces of martabak, golden and flaky. */
export function martabakSquare(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(box(size, size, 12), '#a8651c', { base: base + 4, gloss: 0.4, rough: 0.6 });
    scene.fill(box(size * 0.95, size * 0.95, 12), ['#e9b254', '#dd9c3a', '#bf7a20'], {
      base,
      gloss: 0.6,
      rough: 0.8,
      profile: [
        [0, base + 30],
        [0.75, base + 30],
        [1, base + 16],
      ],
    });
    for (const [x, y] of scatter(random, 12, size * 0.42)) {
      scene.fill(
        blob(random, random.between(7, 20), random.between(6, 13), 0.25),
        random.pick(['#a85e16', '#f6cf82', '#8a480e']),
        { base: base + 29, rise: 5, gloss: 0.6, rough: 0.5 },
        { x, y },
        0.55,
      );
    }
  });
}
