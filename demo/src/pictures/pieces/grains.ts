import type { Place, Scene } from '../scene.ts';
import { blob, box, ellipse, scatter } from '../shapes.ts';

/** A mound of steamed rice. */
export function rice(scene: Scene, place: Place, rx: number, ry: number, base: number): void {
  const { random } = scene;
  const rise = Math.min(70, rx * 0.42);
  scene.within(place, () => {
    scene.fill(blob(random, rx, ry, 0.06, 14), ['#f4efe2', '#efe8d6', '#ddd2b8'], {
      base,
      rise,
      rough: 0.9,
      gloss: 0.15,
    });
    for (const [x, y] of scatter(random, Math.round((rx * ry) / 70), rx * 0.97, ry * 0.97)) {
      const far = (x / rx) ** 2 + (y / ry) ** 2;
      const height = base + rise * Math.sqrt(Math.max(0, 1 - far)) + random.between(-2, 4);
      scene.fill(
        ellipse(11, 4.2),
        random.pick(['#fdfaf2', '#f8f3e6', '#efe7d4', '#fffdf8']),
        { base: height, rise: 6, gloss: 0.5 },
        { x, y, turn: random.next() * 180 },
      );
    }
  });
}

/** Cubes of pressed rice: katupek or lontong, `size` pixels wide. */
export function riceCube(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  const side = size * random.between(0.92, 1.08);
  scene.within(place, () => {
    const outline = box(side, side * random.between(0.88, 1), side * 0.14);
    scene.fill(outline, '#dcd6bd', { base: base + 10, gloss: 0.3 });
    scene.fill(
      outline,
      ['#f6f2e4', '#f1ecda', '#e6dfc6'],
      {
        base,
        gloss: 0.4,
        rough: 0.35,
        profile: [
          [0, base + 44],
          [1, base + 42],
        ],
      },
      { scale: 0.93 },
    );
    for (const [x, y] of scatter(random, 26, side * 0.38, side * 0.38)) {
      scene.fill(
        ellipse(7, 2.8),
        '#fffdf3',
        { base: base + 42, rise: 3, gloss: 0.4 },
        { x, y, turn: random.next() * 180 },
        0.7,
      );
    }
  });
}

/** A slice of lontong: a thick round. */
export function riceRound(scene: Scene, place: Place, radius: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(ellipse(radius), '#c9d3a4', { base: base + 8, rise: 4, gloss: 0.4 });
    scene.fill(ellipse(radius * 0.96), ['#f7f4e6', '#f3eede', '#e2e3c4'], {
      base,
      gloss: 0.4,
      rough: 0.35,
      profile: [
        [0, base + 34],
        [0.82, base + 33],
        [1, base + 14],
      ],
    });
    for (const [x, y] of scatter(random, 24, radius * 0.8)) {
      scene.fill(
        ellipse(7, 2.8),
        '#fffdf3',
        { base: base + 32, rise: 3, gloss: 0.4 },
        { x, y, turn: random.next() * 180 },
        0.7,
      );
    }
  });
}
