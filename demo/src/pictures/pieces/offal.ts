import type { Place, Scene } from '../scene.ts';
import { blob, curve, ellipse, scatter } from '../shapes.ts';

/** Tambusu: cow's intestine filled with egg and tofu, a fat yellow sausage. */
export function sausage(scene: Scene, place: Place, length: number, base: number): void {
  const { random } = scene;
  const bend = random.near(50);
  scene.within(place, () => {
    const spine = curve([
      [-length / 2, 0],
      [-length * 0.15, bend],
      [length * 0.2, bend],
      [length / 2, 0],
    ]);
    scene.line(spine, '#c8862c', 104, { base, rise: 62, gloss: 0.9, rough: 0.3 });
    scene.line(spine, '#e2a94a', 70, null, { y: -4 }, 0.55);
    scene.line(spine, '#f0c878', 28, null, { y: -14 }, 0.35);
    for (const [x, y] of scatter(random, 10, length * 0.4, 26))
      scene.fill(blob(random, 16, 7, 0.3), '#a3681c', null, { x, y: y + bend * 0.6 }, 0.3);
  });
}

/** A cut end of tambusu. */
export function sausageSlice(scene: Scene, place: Place, base: number): void {
  scene.within(place, () => {
    scene.fill(ellipse(48, 44), '#b97a28', { base, rise: 20, gloss: 0.8 });
    scene.fill(ellipse(40, 36), ['#f6dc98', '#f0ce7a', '#dcae54'], { base: base + 24, gloss: 0.5, rough: 0.7 });
  });
}

/** Tunjang: a trembling piece of tendon and skin. */
export function tendon(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(blob(random, size, size * 0.74, 0.26, 8), ['#f2cb82', '#e2a848', '#b8741f'], {
      base,
      rise: size * 0.42,
      gloss: 1,
      rough: 0.34,
    });
    for (let strand = -1; strand <= 1; strand += 1) {
      const y = strand * size * 0.24;
      scene.line(
        curve([
          [-size * 0.6, y],
          [0, y + random.near(14)],
          [size * 0.55, y],
        ]),
        random.pick(['#fbe7b8', '#d39a48']),
        size * 0.07,
        null,
        {},
        0.5,
      );
    }
  });
}

/** A sawn marrow bone. */
export function marrowBone(scene: Scene, place: Place, size: number, base: number): void {
  scene.within(place, () => {
    scene.fill(blob(scene.random, size, size * 0.9, 0.06), ['#f3e6c8', '#ead8b0', '#c9ac78'], {
      base,
      gloss: 0.5,
      rough: 0.2,
      profile: [
        [0, base + 34],
        [0.8, base + 36],
        [1, base],
      ],
    });
    scene.fill(blob(scene.random, size * 0.6, size * 0.52, 0.1), ['#d98a4c', '#c06c30', '#8f4a1c'], {
      base: base + 30,
      gloss: 0.95,
      rough: 0.4,
    });
  });
}
